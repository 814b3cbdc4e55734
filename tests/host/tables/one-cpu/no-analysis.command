stats nonsense --elf $ELF $FILE
