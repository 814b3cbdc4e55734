stats intervals --begin ipc_sent --end ipc_replied --elf $ELF $FILE
