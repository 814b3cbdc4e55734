stats threads --where "state=waits && reason=sem" --csv --elf $ELF $FILE
