stats calltree --elf $ELF $FILE
