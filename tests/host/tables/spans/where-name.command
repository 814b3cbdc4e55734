stats blocks --where "name=~o* && duration<=110us" --csv --elf $ELF $FILE
