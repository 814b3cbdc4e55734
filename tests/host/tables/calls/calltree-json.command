stats calltree --json --elf $ELF $FILE
