diff -e $ELF --base-elf $ELF $FILE $FILE
