stats threads --rate 1000000 --elf $ELF $FILE
