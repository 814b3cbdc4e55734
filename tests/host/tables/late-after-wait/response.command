stats response --csv --elf $ELF $FILE
