stats inversions --elf $ELF $FILE
