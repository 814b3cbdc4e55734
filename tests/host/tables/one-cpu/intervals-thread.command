stats intervals --begin sync_wait --end sched_switch --key thread --csv --elf $ELF $FILE
