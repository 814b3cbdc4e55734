/* SPDX-License-Identifier: BSD-2-Clause */
/* Sub-buffers to encode, and the comparison of the decoded records with those put in. */
#ifndef ENCODE_MAKE_H
#define ENCODE_MAKE_H

#include <stdbool.h>
#include "encode_read.h"

#define ID_WORDS(n) (SPOOR_WIRE_ID_FIRST + (n)) /* an ID with n words */
#define ID_DATA     (SPOOR_WIRE_ID_FIRST + SPOOR_WIRE_WORDS_MAX + 1)

extern struct trace_encoder e;
extern struct trace_subbuf part; /**< the one being made */

/** Begin a test. @return 0 */
int reset(void **state);

/** Begin a sub-buffer, the `n`-th, after so many dropped records. */
void open_subbuf(uint32_t n, uint64_t time, uint32_t dropped);

/** Add a record: of the time; with the words of its ID; with data. */
void add_time(uint64_t time);
void add(unsigned id, uint64_t time, const uint32_t *words);
void add_data(unsigned id, uint64_t time, const void *data, uint32_t n);

/** @return whether so many words fit. */
bool fits(unsigned words);

/** Encode it, and compare all records decoded so far. */
void send_part(unsigned cpu);

extern unsigned n_sent; /**< records added */

#endif
