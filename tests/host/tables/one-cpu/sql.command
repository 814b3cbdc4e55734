sql "SELECT thread, max_us FROM latency ORDER BY max_us; SELECT event, count(*) AS n FROM events GROUP BY event ORDER BY n DESC, event" --elf $ELF $FILE
