dump --where "(thread=worker" --elf $ELF $FILE
