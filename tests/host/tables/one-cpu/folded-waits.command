export --to folded-waits --elf $ELF $FILE
