stats threads --range 2.5ms..3.2ms --elf $ELF $FILE
