top --elf $ELF $FILE
