diff --rate 1000000 --all --csv -e $ELF --base-elf $ELF $FILE $FILE
