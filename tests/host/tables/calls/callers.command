stats calls --elf $ELF $FILE
