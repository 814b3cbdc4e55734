dump --where "irq && event!~irq_*" --elf $ELF $FILE
