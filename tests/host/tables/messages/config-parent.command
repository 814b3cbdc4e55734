stats intervals --config tests/host/tables/messages/parent.intervals --elf $ELF $FILE
