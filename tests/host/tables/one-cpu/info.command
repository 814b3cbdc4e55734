info --elf $ELF $FILE
