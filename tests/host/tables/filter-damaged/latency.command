stats latency --elf $ELF $FILE
