/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a reader of a format calls: it describes events and threads, and passes records on in the order of
 * time. In the first of both passes the records are only counted, and names are collected: they precede the
 * records in the result. Errors, such as a lack of memory, are kept until the end.
 *
 * What a format doesn't tell must not be guessed: leave the record out, and say so by foreign_note().
 */
#ifndef FOREIGN_SINK_H
#define FOREIGN_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <spoor/wire.h>

#define FOREIGN_CPUS 64

struct foreign;

/** @return the text of a refusal, to be set: see foreign_refuse() */
char *foreign_wrong(struct foreign *f);

#define FOREIGN_WRONG_BYTES 200

/** Refuse the file: "it is cut". @return false */
#define foreign_refuse(f, ...) (snprintf(foreign_wrong(f), FOREIGN_WRONG_BYTES, __VA_ARGS__), false)

/** Report something about the file, once: "without 3 packets of watched data". */
void foreign_note(struct foreign *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** @return whether the reader should stop: memory ran out */
bool foreign_failed(const struct foreign *f);

/** @return whether names and threads are still collected: the first pass */
bool foreign_collects(const struct foreign *f);

/* ------------------------------------------------------------------ the recording */

/** Set the rate of times. Otherwise it is what the user tells, or unknown. */
void foreign_rate(struct foreign *f, uint32_t hz);

/** @return whether the rate is known */
bool foreign_has_rate(const struct foreign *f);

/** Name the system that was traced. */
void foreign_system(struct foreign *f, const char *name, size_t n);

/** Set the number of CPUs, if more than those with records. */
void foreign_cpus(struct foreign *f, unsigned cpus);

/** Set the numbers of the lowest and of the highest priority. Default: unknown. */
void foreign_priorities(struct foreign *f, uint32_t lowest, uint32_t highest);

/* ------------------------------------------------------------------ names */

/**
 * Describe an event. Only events with records are in the result.
 *
 * @param name    is copied
 * @param fields  as in section 5 of docs/wire-format.md
 * @param kind    kind and role, see SPOOR_WIRE_ROLE_SHIFT
 * @return its number for foreign_record()
 */
unsigned foreign_event(struct foreign *f, const char *name, const char *fields, unsigned kind);

/** Kinds: a counter, whose one word is its value; data of variable length. */
#define FOREIGN_COUNTER 2u
#define FOREIGN_DATA    3u

/** Calls and stacks are events that need no description. */
enum { FOREIGN_ENTER = 0, FOREIGN_LEAVE, FOREIGN_EVENTS };

#define FOREIGN_NO_PRIORITY UINT64_MAX /**< unchanged, or unknown */

/** Describe a thread. A later name and priority replace earlier ones. @param n  characters of the name; 0:
 * unchanged */
void foreign_thread(struct foreign *f, uint32_t number, const char *name, size_t n, uint64_t priority,
                    bool idle);

/** @return whether a thread was described */
bool foreign_has_thread(const struct foreign *f, uint32_t number);

/** Name an interrupt or object. The first name stays. */
void foreign_name(struct foreign *f, enum spoor_wire_named kind, uint32_t key, const char *name, size_t n);

/** Add a symbol of the program. @param size  in bytes; 0: unknown */
void foreign_symbol(struct foreign *f, const char *name, size_t n, uint32_t address, uint32_t size);

/* ------------------------------------------------------------------ records */

/** State the thread that ran on a CPU before its first record. Later calls for the CPU are ignored. */
void foreign_ran_first(struct foreign *f, unsigned cpu, uint32_t thread);

/** State the thread that runs now, for example after a loss. */
void foreign_runs(struct foreign *f, unsigned cpu, uint64_t time, uint32_t thread);

/** Pass on a record. Times must not decrease; those that do become those of the preceding record. */
void foreign_record(struct foreign *f, unsigned cpu, uint64_t time, unsigned event, const uint32_t *word,
                    unsigned words);

/** Pass on a record of an event of kind FOREIGN_DATA. */
void foreign_data(struct foreign *f, unsigned cpu, uint64_t time, unsigned event, const void *data, size_t n);

/** Add a stack to the last record of a CPU: addresses, innermost first; bit 0 is set in return addresses. */
void foreign_stack(struct foreign *f, unsigned cpu, uint64_t time, const uint32_t *address, unsigned n);

/** Pass on a loss between two times. @param count  at least 1 */
void foreign_loss(struct foreign *f, unsigned cpu, uint64_t after, uint64_t time, uint32_t count);

#endif
