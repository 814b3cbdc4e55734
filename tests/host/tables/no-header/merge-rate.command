merge --by offset=1ms --rate 1000000 -e $ELF $FILE $FILE
