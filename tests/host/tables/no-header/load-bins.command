stats load --bin 10ms --elf $ELF $FILE
