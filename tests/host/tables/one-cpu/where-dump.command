dump --where "event=~sync_* && thread=worker || event==kernel_tick" --elf $ELF $FILE
