dump --json --elf $ELF $FILE
