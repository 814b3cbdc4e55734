sql "SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM waits) AS waits" --elf $ELF - < $FILE
