stats instances --range 0.9ms..4.1ms --elf $ELF $FILE
