stats intervals --begin sync_wait --end sched_wake --key object --elf $ELF $FILE
