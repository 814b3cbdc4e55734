export --to callgrind --elf $ELF $FILE
