sql "SELECT 1" --elf $ELF -
