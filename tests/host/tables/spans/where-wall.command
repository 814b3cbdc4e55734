dump --where "wall>50us" --elf $ELF $FILE
