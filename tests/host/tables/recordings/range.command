stats load --recording 1 --range 10s.. --elf $ELF $FILE
