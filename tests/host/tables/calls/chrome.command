export --to chrome --elf $ELF $FILE
