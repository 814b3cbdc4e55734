stats intervals --config tests/host/tables/messages/bad.intervals --elf $ELF $FILE
