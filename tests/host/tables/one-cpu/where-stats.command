stats waits --where "thread=worker && duration>900us" --elf $ELF $FILE
