dump --csv --elf $ELF $FILE
