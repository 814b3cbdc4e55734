sql "SELECT x FROM y" --elf $ELF $FILE
