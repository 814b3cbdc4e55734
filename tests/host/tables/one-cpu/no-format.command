export --to nonsense --elf $ELF $FILE
