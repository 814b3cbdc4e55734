stats irq-masked --elf $ELF $FILE
