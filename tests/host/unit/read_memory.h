/* SPDX-License-Identifier: BSD-2-Clause */
/* A memory dump with a ring of four sub-buffers, threads and a filter, and what the reader returns for it or
 * for changed copies. */
#ifndef READ_MEMORY_H
#define READ_MEMORY_H

#include <read/reader.h>
#include "read_make.h"

#define BASE       0x20000000u
#define RING       (BASE + 0x40)
#define PARTS      4u
#define PART_WORDS 18u
#define HEAD       8u
#define RING_HEAD  14u /* next, dropped, overwritten, cleared; the reason of a pause and its time */

#define LIFE      (BASE + 0x7f0)
#define LIST      (BASE + 0x480)
#define THREAD(n) (BASE + 0x480 + 0x20 * (n)) /* n starts at 1 */
#define NAMES     (BASE + 0x540)
#define SELECTION (BASE + 0x560)
/** Address of the last event's name: make_elf() places it first, after the code and both layouts. */
#define ROM_NAME (0x100 + 112 + sizeof(struct spoor_wire_layout) + sizeof(struct spoor_wire_threads))
/** Address of the word with an event's flags, in its last byte. */
#define FLAGS(id) (BASE + 8 + 12 * ((id)-ID_ONE))
#define T0        UINT64_C(0x1003ff000)

extern struct spoor_wire_layout layout;
extern struct spoor_wire_threads threads;
extern const struct make_elf usual_program; /**< with these layouts */

extern uint32_t memory[0x200];
extern struct spoor_elf *elf;
extern char messages[4096]; /**< reported messages, one per line */
extern const struct spoor_report report;

/** Open the ELF file of a program. */
struct spoor_elf *open_program(const struct make_elf *program);

uint32_t *word_at(uint32_t address);
uint32_t part_address(unsigned number);
uint32_t header(unsigned id, uint64_t time);
void part(unsigned number, uint64_t time, uint32_t used, uint32_t dropped, const uint32_t *records,
          unsigned n);

/** A ring of four sub-buffers, numbered 3 to 6. Number 6 is open. Two records were dropped between 4 and 5.
 */
void usual_memory(void);

/** The target's selection of events and threads. */
void select_since(uint32_t number, uint64_t from, uint64_t since);

struct got {
    struct spoor_item items[64];
    unsigned count;
    bool opened;
    struct spoor_account counts;
    uint64_t lost_of_any; /**< whose events are unknown */
    struct spoor_traffic traffic;
    struct spoor_header header;
    struct spoor_filter filter; /**< the last one */
};

extern struct got got;
extern char names[10][64]; /**< thread names by number; "": unknown */

/** Read a dump into `got` and `names`. */
void read_image(const void *bytes, size_t n);

/** @return the number of records read; their times must not decrease */
unsigned records(void);

/** @return the `n`-th item of a kind, or NULL */
const struct spoor_item *item_of(enum spoor_kind kind, unsigned n);

/** Change one word of the usual memory, and read it. @return records read; skipped sub-buffers are in the
 * account */
unsigned with(uint32_t address, uint32_t value);

int memory_set_up(void **state);
int memory_tear_down(void **state);

#endif
