timeline --recording 3 --elf $ELF $FILE
