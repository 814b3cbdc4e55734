merge --by offset=1ms -e $ELF $FILE $FILE
