stats load --recording 1 --elf $ELF $FILE
