check --elf $ELF $FILE
