stats load --elf $ELF $FILE
