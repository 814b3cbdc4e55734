stats critical-path --thread nobody --elf $ELF $FILE
