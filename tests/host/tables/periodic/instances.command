stats instances --elf $ELF $FILE
