/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading a target's recording: from its link, as docs/wire-format.md describes it, or from a memory image;
 * with the ELF file that gives it a meaning.
 *
 *     struct spoor_elf *elf = spoor_elf_open("demo.elf", &report);
 *     struct spoor_reader *r = spoor_open_file("demo.trace", elf, &report);
 *     struct spoor_item i;
 *
 *     while (spoor_next(r, &i) > 0) {
 *         if (i.kind == SPOOR_RECORD) { … spoor_id(elf, i.id)->name … }
 *     }
 *
 * Items come in the order of the stream: per CPU that is the order of time. spoor_merge_open() puts all CPUs
 * on one axis. Damage is reported and passed over; its cost is an item of its own. Nothing here is safe for
 * several threads on one object.
 */
#ifndef READ_READ_H
#define READ_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <message.h>
#include <profiler/wire.h>

/* ------------------------------------------------------------------ the ELF file */

enum spoor_class {
    SPOOR_NONE, /**< no such ID */
    SPOOR_EVENT,
    SPOOR_RANGE,   /**< word 0: 1 begins, 0 ends */
    SPOOR_COUNTER, /**< word 0: the value */
    SPOOR_DATA,    /**< bytes */
    SPOOR_BLOCK,   /**< word 0: wall time in cycles; written at its end */
    SPOOR_POINT,
    SPOOR_STACK, /**< bytes: header word of its record, then return addresses */
    SPOOR_ENTER, /**< word 0: the function */
    SPOOR_LEAVE,
    SPOOR_TIME, /**< in rings only */
};

/** The meaning of the records of one ID. Strings are never NULL but for func. */
struct spoor_id {
    enum spoor_class class;
    uint8_t words; /**< or WIRE_WORDS_DATA */
    const char *name;
    const char *fields; /**< separated by commas */
    const char *file;
    const char *func; /**< NULL: the debug information has it, see spoor_id_function() */
    uint32_t line;
    uint32_t address; /**< of the object in the target's memory */
};

struct spoor_elf;

/** @return the ELF file, or NULL; the report says why. A NULL report is silent. */
struct spoor_elf *spoor_elf_open(const char *path, const struct spoor_report *report);

/** The same from memory, which is copied. @param name for messages */
struct spoor_elf *spoor_elf_open_memory(const void *bytes, size_t size, const char *name,
                                        const struct spoor_report *report);

void spoor_elf_close(struct spoor_elf *elf);

/** @return the meaning of `id`; class SPOOR_NONE when it has none, or `elf` is NULL. Never NULL. */
const struct spoor_id *spoor_id(const struct spoor_elf *elf, unsigned id);

/** @return the function in which a point or block is defined; "" for file scope, "?" when that isn't known */
const char *spoor_id_function(const struct spoor_elf *elf, const struct spoor_id *id);

/** @return how many IDs there are: all that mean something are below. */
unsigned spoor_ids(const struct spoor_elf *elf);

/** @return the build ID and its length, or NULL and 0. */
const uint8_t *spoor_elf_build_id(const struct spoor_elf *elf, size_t *bytes);

/**
 * The function or object at an address of the target. Bit 0 of functions (Thumb) is ignored.
 *
 * @param offset  how far into it `address` lies; may be NULL
 * @return its name, or NULL
 */
const char *spoor_elf_symbol(const struct spoor_elf *elf, uint32_t address, uint32_t *offset);

/* ------------------------------------------------------------------ streams and images */

enum spoor_kind {
    SPOOR_RECORD,
    SPOOR_GAP,     /**< `count` records were lost on the target, from `time` to `until` */
    SPOOR_MISSING, /**< `packets` packets with `count` records were lost on the link, from `time` to `until`
                    */
    SPOOR_JOINED,  /**< the first packet of this CPU; `count` records came before it */
    SPOOR_RESTART, /**< the CPU restarted, as all did: a reset. Its counts and times start again */
    SPOOR_THREAD,  /**< a thread's number and name came: spoor_thread() */
    SPOOR_HEADER,  /**< see spoor_header() */
    SPOOR_LOSSES,  /**< counts of `cpu` came: see spoor_counts() */
    SPOOR_TEXT,    /**< console text: `data` */
};

struct spoor_item {
    enum spoor_kind kind;
    uint16_t cpu;
    uint16_t id;     /**< of a record */
    uint64_t offset; /**< of the packet or sub-buffer that held the item, in the stream or image */
    uint64_t time;   /**< cycles; of an item without a time: the last time seen */
    uint64_t until;
    uint32_t count, packets;
    uint32_t thread;               /**< SPOOR_THREAD: its number */
    uint32_t word[WIRE_WORDS_MAX]; /**< of a record; how many its ID says */
    const uint8_t *data;           /**< of a record of variable length, of text; lives until spoor_close() */
    uint32_t bytes;
    uint32_t size; /**< of a record: bytes it took in its packet or sub-buffer */
};

struct spoor_header {
    bool seen;
    uint32_t version, cpus, hz, tick_hz, events, blocks, points, mode, cost_centi_ns;
    uint8_t build_id[64];
    uint32_t build_id_bytes;
    char board[64];
};

struct spoor_thread {
    uint32_t number, priority;
    char name[64];
};

/** The counts of one CPU; all modulo 2^32, since it began or was reset. */
struct spoor_counts {
    bool told;                  /**< a LOSSES packet came, or an image was read: the next three are known */
    uint32_t sent;              /**< records in its packets; 0 from an image */
    uint32_t lost;              /**< records lost on the target */
    const uint32_t *lost_by_id; /**< WIRE_IDS of them */
    uint32_t decoded, in_gaps, missing, before_joining; /**< records counted here */
    uint32_t unread; /**< records in packets that came whole but could not be decoded */
    uint32_t cut;    /**< records sent after the last packet that came, as the last LOSSES says */
};

/** Counts of all traffic, and of the bytes that were passed over. */
struct spoor_traffic {
    uint64_t packets, packet_bytes; /**< good ones; with the bytes that frames add */
    uint64_t text_bytes;
    uint64_t frames;            /**< that were no packets, by their checksum or form */
    uint64_t bytes;             /**< in them */
    uint64_t invalid;           /**< packets with a right checksum and invalid contents */
    uint64_t repeated, unknown; /**< packets seen before; of types not known */
    uint64_t wrong;             /**< contradictions: times that go back, counts that don't add up */
};

struct spoor_reader;

/** Open a stream. @param elf may be NULL: then records are passed over. @return NULL after a report. */
struct spoor_reader *spoor_open_file(const char *path, const struct spoor_elf *elf,
                                     const struct spoor_report *report);

/** The same from a descriptor, which stays the caller's. @param name for messages */
struct spoor_reader *spoor_open_fd(int fd, const char *name, const struct spoor_elf *elf,
                                   const struct spoor_report *report);

/** The same from memory, which must stay. */
struct spoor_reader *spoor_open_memory(const void *bytes, size_t size, const char *name,
                                       const struct spoor_elf *elf, const struct spoor_report *report);

/**
 * Open an image of memory: `size` bytes that lay at `address` of the target.
 *
 * @return NULL after a report: the rings are not in it, or the ELF file has none
 */
struct spoor_reader *spoor_open_image(const void *bytes, size_t size, uint32_t address, const char *name,
                                      const struct spoor_elf *elf, const struct spoor_report *report);

/** The next item. @return 1, 0 at the end, or a negative errno after a report. */
int spoor_next(struct spoor_reader *r, struct spoor_item *item);

/** @return the last header; check `seen`. */
const struct spoor_header *spoor_header(const struct spoor_reader *r);

/** @return the number of CPUs seen, or in the header. */
unsigned spoor_cpus(const struct spoor_reader *r);

/** @return the thread of this number, or NULL. */
const struct spoor_thread *spoor_thread(const struct spoor_reader *r, uint32_t number);

/** @return the counts of one CPU below spoor_cpus(). */
struct spoor_counts spoor_counts(const struct spoor_reader *r, unsigned cpu);

const struct spoor_traffic *spoor_traffic(const struct spoor_reader *r);

void spoor_close(struct spoor_reader *r);

/* ------------------------------------------------------------------ all CPUs on one axis */

struct spoor_merge;

/**
 * Read `r`, which stays the caller's, in the order of time over all CPUs; of records of one time a wake-up
 * comes first. With one CPU items pass as they come; with several all are read before the first.
 *
 * @return NULL without memory
 */
struct spoor_merge *spoor_merge_open(struct spoor_reader *r, const struct spoor_elf *elf);

/** As spoor_next(). */
int spoor_merge_next(struct spoor_merge *m, struct spoor_item *item);

void spoor_merge_close(struct spoor_merge *m);

/* ------------------------------------------------------------------ fields */

/** A value in a record, taken from its word by its format. */
struct spoor_field {
    char name[32];
    char format[256];
    uint32_t value;
};

/**
 * The fields of a record of fixed length, one after another.
 *
 * @param at   0 at the first call; kept between calls
 * @return whether there was one more
 */
bool spoor_next_field(const struct spoor_id *id, const uint32_t *words, unsigned *at,
                      struct spoor_field *field);

/** Look up a field by its name. @return whether the record has it */
bool spoor_field(const struct spoor_id *id, const uint32_t *words, const char *name, uint32_t *value);

#endif
