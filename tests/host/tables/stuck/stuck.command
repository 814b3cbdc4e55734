stats stuck --elf $ELF $FILE
