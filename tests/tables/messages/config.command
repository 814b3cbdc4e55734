stats intervals --config tests/tables/messages/two.intervals --elf $ELF $FILE
