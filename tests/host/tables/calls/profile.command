profile --csv --elf $ELF $FILE
