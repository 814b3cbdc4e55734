stats threads --range 1ms..2ms --elf $ELF $FILE
