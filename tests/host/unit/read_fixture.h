/* SPDX-License-Identifier: BSD-2-Clause */
/* A stream of six packets, and the reader's results for the stream and for damaged copies. */
#ifndef READ_FIXTURE_H
#define READ_FIXTURE_H

#include <read/reader.h>
#include "read_make.h"

#define PACKETS      6
#define ALL          ((1u << PACKETS) - 1)
#define MESSAGES_MAX 32768

extern struct spoor_elf *elf;
extern struct spoor_reader *reader;
extern const struct spoor_report report;
extern char messages[MESSAGES_MAX]; /**< reported messages, one per line */

/* The decoded contents of one stream. */
struct got {
    struct spoor_item items[400];
    unsigned count;
    char text[400];
    int end;
    struct spoor_account counts; /**< account of CPU 0 */
    struct spoor_traffic traffic;
};

extern struct got got;

/** Offsets of the frames in the stream. */
extern struct frame_places {
    size_t begin[PACKETS], end[PACKETS];
} frame;

/** The intact stream, and a damaged copy. */
extern struct make whole, bad;

int set_up(void **state);
int tear_down(void **state);

/** Read the remaining items into `got`. */
void collect(struct spoor_reader *r);

/** Read a stream into `got`, in both ways: with and without a thread that decodes ahead. */
void read_bytes(const uint8_t *bytes, size_t n);

unsigned count_kind(enum spoor_kind kind);
const struct spoor_item *nth(enum spoor_kind kind, unsigned n);

/** Check that all records read were sent, in this order. @return a bit for each packet that was read
 * completely */
unsigned check_records(void);

/** Check that the account agrees with the records read. */
void check_account(void);

/** Check that only the packet with the damaged byte is missing, and that the loss was reported. */
void check_all_but(size_t position);

#endif
