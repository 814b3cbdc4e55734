stats load --recording 3 --elf $ELF $FILE
