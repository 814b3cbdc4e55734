stats irq --where "irq=99" --elf $ELF $FILE
