stats threads --from 2.5ms --to 3.2ms --elf $ELF $FILE
