stats blocks --elf $ELF $FILE
