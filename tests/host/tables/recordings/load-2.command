stats load --recording 2 --elf $ELF $FILE
