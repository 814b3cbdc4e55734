stats critical-path --thread high --elf $ELF $FILE
