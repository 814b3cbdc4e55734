dump --where "" --elf $ELF $FILE
