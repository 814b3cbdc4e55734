dump --where "cpu=5" --elf $ELF $FILE
