stats response --elf $ELF $FILE
