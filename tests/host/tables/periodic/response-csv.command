stats response --deadline 0.3ms --csv --elf $ELF $FILE
