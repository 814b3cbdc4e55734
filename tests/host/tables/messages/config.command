stats intervals --config tests/host/tables/messages/two.intervals --elf $ELF $FILE
