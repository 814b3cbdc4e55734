stats latency --json --elf $ELF $FILE
