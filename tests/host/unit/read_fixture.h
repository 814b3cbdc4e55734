/* SPDX-License-Identifier: BSD-2-Clause */
/* A stream of six packets, and the reader's results for it and for damaged copies. */
#ifndef READ_FIXTURE_H
#define READ_FIXTURE_H

#include <read/reader.h>
#include "read_make.h"

#define PACKETS      6
#define ALL          ((1u << PACKETS) - 1)
#define MESSAGES_MAX 8192

extern struct spoor_elf *elf;
extern struct spoor_reader *reader;
extern const struct spoor_report report;
extern char messages[MESSAGES_MAX]; /**< the reported messages, a line each */

/* The decoded contents of one stream. */
struct got {
    struct spoor_item items[400];
    unsigned count;
    char text[400];
    int end;
    struct spoor_account counts; /**< of CPU 0 */
    struct spoor_traffic traffic;
};

extern struct got got;

/** Where the frames are. */
extern struct frame_places {
    size_t begin[PACKETS], end[PACKETS];
} frame;

/** The stream, and room for one that is made of it. */
extern struct make whole, bad;

int set_up(void **state);
int tear_down(void **state);

/** Read all that is left; all of some bytes. */
void collect(struct spoor_reader *r);
void read_bytes(const uint8_t *bytes, size_t n);

unsigned count_kind(enum spoor_kind kind);
const struct spoor_item *nth(enum spoor_kind kind, unsigned n);

/** Every record came from the stream as it was sent, in order. @return a bit for each packet seen whole */
unsigned check_records(void);

/** Counts agree with the records read. */
void check_account(void);

/** All packets came but the one that was damaged at this byte, and that is reported. */
void check_all_but(size_t position);

#endif
