stats threads --elf $ELF $FILE
