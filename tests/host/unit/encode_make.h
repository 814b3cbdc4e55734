/* SPDX-License-Identifier: BSD-2-Clause */
/* Make sub-buffers to encode, and compare the decoded records with the input. */
#ifndef ENCODE_MAKE_H
#define ENCODE_MAKE_H

#include <stdbool.h>
#include "encode_read.h"

#define ID_WORDS(n) (SPOOR_WIRE_ID_FIRST + (n)) /* an ID with n words */
#define ID_DATA     (SPOOR_WIRE_ID_FIRST + SPOOR_WIRE_WORDS_MAX + 1)

extern struct trace_encoder e;
extern struct trace_subbuf subbuf; /**< the current sub-buffer */

/** Set up a test. @return 0 */
int reset(void **state);

/** Begin sub-buffer `n`, after `dropped` records were dropped. */
void open_subbuf(uint32_t n, uint64_t time, uint32_t dropped);

/** Add a time record. */
void add_time(uint64_t time);

/** Add a record with as many words as its ID has. */
void add(unsigned id, uint64_t time, const uint32_t *words);

/** Add a record with data. */
void add_data(unsigned id, uint64_t time, const void *data, uint32_t n);

/** @return whether a record of `words` words fits */
bool fits(unsigned words);

/** Encode the sub-buffer, and compare all records decoded so far. */
void send_subbuf(unsigned cpu);

extern unsigned n_sent; /**< records added */

#endif
