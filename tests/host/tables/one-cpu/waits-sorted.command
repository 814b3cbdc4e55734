stats waits --sort -max_us --top 2 --elf $ELF $FILE
