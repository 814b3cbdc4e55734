timeline --ascii --width 60 --range 2ms..3.6ms --elf $ELF $FILE
