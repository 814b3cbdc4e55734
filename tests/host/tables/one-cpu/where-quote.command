dump --where 'thread="idle' --elf $ELF $FILE
