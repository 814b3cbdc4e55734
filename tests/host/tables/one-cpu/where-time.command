dump --where "time>=4ms && !(event=~sched_*)" --elf $ELF $FILE
