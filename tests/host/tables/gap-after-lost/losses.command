stats losses --elf $ELF $FILE
