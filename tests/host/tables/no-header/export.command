export --to perfetto -o /dev/null --elf $ELF $FILE
