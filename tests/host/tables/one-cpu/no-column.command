stats waits --sort nothing --elf $ELF $FILE
