dump --where "cpu=0 thread=1" --elf $ELF $FILE
