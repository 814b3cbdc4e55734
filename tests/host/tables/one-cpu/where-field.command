dump --where "kind=queue_get" --elf $ELF $FILE
