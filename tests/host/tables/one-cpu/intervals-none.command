stats intervals --begin sync_wait --elf $ELF $FILE
