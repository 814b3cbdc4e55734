stats intervals --config tests/tables/messages/bad.intervals --elf $ELF $FILE
