/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From which value on something is a finding. A limit is chosen such that a healthy system stays below it:
 * the recordings of the tests that have no fault by design are the proof. Times are in ns, shares in per
 * cent.
 */
#ifndef ANALYSIS_LIMITS_H
#define ANALYSIS_LIMITS_H

#define LIMIT_MS INT64_C(1000000)

/* Shares of less are chance: a tick or two of most kernels. */
#define LIMIT_SPAN_NS (10 * LIMIT_MS)

/* A control loop tolerates some jitter; a tenth of the period is the usual budget of a digital controller. */
#define LIMIT_JITTER_PERCENT 10

/* A delay below 1 ms is less than a tick of most kernels; nobody who waits for a tick notices it. */
#define LIMIT_DELAY_NS LIMIT_MS

/* A delay of 10 times the usual one is an outlier, not the way the thread always runs. */
#define LIMIT_OUTLIER 10

/* Delays, waits for locks and queueing that sum up to a twentieth of the time are worth a change. */
#define LIMIT_SHARE_PERCENT 5

/* An idle CPU takes a thread after its wake-up interrupt: some us. 100 us are a deep sleep or a lost
 * interrupt. */
#define LIMIT_IDLE_NS (LIMIT_MS / 10)

/* Shorter inversions are the two context switches around a release, which no protocol avoids. */
#define LIMIT_INVERSION_NS (LIMIT_MS / 10)

/* A thread that is ready for half of the time and runs for less than a hundredth gets nothing done. */
#define LIMIT_STARVED_READY_PERCENT 50
#define LIMIT_STARVED_RUN_PERCENT   1

/* Above 95 % the delays of the lowest threads grow without bound; response times can't be kept. */
#define LIMIT_LOAD_PERCENT 95

/* A fifth of a CPU in one interrupt handler leaves too little for threads: a device that isn't acknowledged,
 * or work that belongs into a thread. */
#define LIMIT_IRQ_PERCENT 20

/* 20000 interrupts a second: more than any sensor or tick needs; usual for a line that is never cleared. */
#define LIMIT_IRQ_HZ 20000

/* While a handler runs, nothing of lower urgency does: no tick, no other device. */
#define LIMIT_IRQ_NS LIMIT_MS

/* A serial port at 115200 baud without a FIFO loses a byte after 87 us. */
#define LIMIT_MASKED_NS (LIMIT_MS / 10)

/* As for delays: who holds a lock for 1 ms blocks others for a tick. */
#define LIMIT_LOCK_NS LIMIT_MS

/* Averages of fewer are chance. */
#define LIMIT_COUNT 10

/* Embedded projects keep a tenth of each stack as a reserve for the path that no test took. */
#define LIMIT_STACK_PERCENT 90

/* The same for the heap; and less than a fifth of the free bytes in one block is fragmentation. */
#define LIMIT_HEAP_PERCENT     90
#define LIMIT_FRAGMENT_PERCENT 20

/* A call site that frees nine of ten blocks may cache the tenth. */
#define LIMIT_LEAK_PERCENT 10

/* A thread that changes its CPU in every second run loses its caches each time. */
#define LIMIT_MIGRATION_PERCENT 50

/* 10000 switches a second to one thread: with 1 to 2 us each, some per cent of the CPU. */
#define LIMIT_SWITCH_HZ 10000

#endif
