export --to folded --elf $ELF $FILE
