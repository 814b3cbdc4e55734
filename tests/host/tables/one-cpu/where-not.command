stats threads --where "thread!=wroker" --elf $ELF $FILE
