stats states --elf $ELF $FILE
