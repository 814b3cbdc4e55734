export --to speedscope --elf $ELF $FILE
