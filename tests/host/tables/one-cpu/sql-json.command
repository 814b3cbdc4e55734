sql "SELECT time_s, thread, irq, field, name FROM events JOIN fields USING (number) WHERE event = 'sync_wait' ORDER BY number, fields.rowid" --json --elf $ELF $FILE
