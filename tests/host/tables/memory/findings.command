stats findings --elf $ELF $FILE
