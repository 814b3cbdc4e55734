sql "SELECT time_s, thread, irq, field, name FROM events WHERE event = 'sync_wait'" --json --elf $ELF $FILE
