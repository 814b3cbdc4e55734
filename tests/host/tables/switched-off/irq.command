stats irq --elf $ELF $FILE
