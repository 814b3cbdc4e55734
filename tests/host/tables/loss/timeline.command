timeline --width 72 --elf $ELF $FILE
