stats waits --elf $ELF $FILE
