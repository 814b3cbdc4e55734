stats intervals --begin mem_alloc --end mem_free --elf $ELF $FILE
