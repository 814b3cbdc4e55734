stats intervals --begin irq_enter --end irq_enter --elf $ELF $FILE
