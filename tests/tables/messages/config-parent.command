stats intervals --config tests/tables/messages/parent.intervals --elf $ELF $FILE
