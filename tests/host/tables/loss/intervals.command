stats intervals --begin sched_wake --end sched_switch --elf $ELF $FILE
