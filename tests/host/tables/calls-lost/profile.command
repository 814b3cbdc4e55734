profile --elf $ELF $FILE
