stats sched $FILE
