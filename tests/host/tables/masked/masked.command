stats masked --elf $ELF $FILE
