stats ipc --elf $ELF $FILE
