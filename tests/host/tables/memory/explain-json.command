explain --json --elf $ELF $FILE
