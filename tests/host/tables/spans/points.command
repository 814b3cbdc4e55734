stats points --elf $ELF $FILE
