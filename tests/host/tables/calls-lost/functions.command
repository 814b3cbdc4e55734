stats functions --elf $ELF $FILE
