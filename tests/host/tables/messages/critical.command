stats critical-path --thread a --elf $ELF $FILE
