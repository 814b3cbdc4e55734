export --to btf --elf $ELF $FILE
