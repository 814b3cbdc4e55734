explain --elf $ELF $FILE
