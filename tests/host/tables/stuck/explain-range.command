explain --range 0..1ms --top 1 --elf $ELF $FILE
