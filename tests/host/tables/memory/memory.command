stats memory --elf $ELF $FILE
