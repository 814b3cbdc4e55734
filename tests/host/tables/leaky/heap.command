stats heap --elf $ELF $FILE
