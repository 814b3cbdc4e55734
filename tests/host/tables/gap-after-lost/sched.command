stats sched --elf $ELF $FILE
