stats faults --elf $ELF $FILE
