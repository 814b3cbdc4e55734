stats sched --summary --csv --elf $ELF $FILE
