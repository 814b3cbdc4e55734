stats load --bin 1ms --elf $ELF $FILE
