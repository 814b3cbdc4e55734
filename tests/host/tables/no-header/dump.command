dump --elf $ELF $FILE
