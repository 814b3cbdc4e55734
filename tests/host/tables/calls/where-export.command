export --to folded --where "duration>=80us" --elf $ELF $FILE
