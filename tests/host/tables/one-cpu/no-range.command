timeline --range 5 --elf $ELF $FILE
