/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading the records of a target: from its link, as docs/wire-format.md describes it, or from a memory
 * image; with the ELF file that gives it a meaning.
 *
 *     struct spoor_elf *elf = spoor_elf_open("demo.elf", &report);
 *     struct spoor_reader *r = spoor_open_file("demo.trace", elf, &report);
 *     const struct spoor_item *i;
 *
 *     while (spoor_next(r, &i) > 0) {
 *         if (i->kind == SPOOR_RECORD) { … spoor_id(elf, i->id)->name … }
 *     }
 *
 * A file is a list of recordings, each of one life of the target. Items come recording by recording, and in
 * each in the order of time over all CPUs. Damage is reported and passed over; its cost is an item of its
 * own, and a number in the accounts. Nothing here is safe for several threads on one object.
 */
#ifndef READ_READER_H
#define READ_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/label.h>
#include <base/source.h>
#include <base/message.h>
#include <spoor/wire.h>

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
    SPOOR_NAMED, /**< bytes: number, priority and name of a thread */
    SPOOR_ENTER, /**< word 0: the function */
    SPOOR_LEAVE,
    SPOOR_TIME, /**< in rings only */
};

enum spoor_format {
    SPOOR_U32,
    SPOOR_I32,
    SPOOR_X32,
    SPOOR_PTR,
    SPOOR_THREAD_NUMBER,
    SPOOR_IRQ_LINE,
    SPOOR_CYCLES,
    SPOOR_ENUM, /**< the value is the index of a name */
    SPOOR_STR,  /**< of data */
    SPOOR_HEX,  /**< of data */
};

/** A field of a record of fixed length, or the one of data. */
struct spoor_field {
    const char *name;
    enum spoor_format format;
    uint8_t word, shift, bits; /**< the value is `bits` bits of a word, from `shift` on */
    const char *const *values; /**< SPOOR_ENUM: the names … */
    uint32_t value_count;
    const struct label *value_labels; /**< … and as they are written */
    struct label text, json;          /**< the name, as " name=" and as "\"name\":" */
};

/** The meaning of the records of one ID, made once when the ELF file is opened. No string is NULL but func.
 */
struct spoor_id {
    enum spoor_class class;
    enum spoor_wire_role role; /**< only with the fields that it needs; else SPOOR_WIRE_ROLE_NONE */
    uint8_t words;             /**< or SPOOR_WIRE_WORDS_DATA */
    uint8_t field_count;
    const struct spoor_field *fields;
    const char *name;
    const char *file;
    const char *func; /**< NULL: the debug information has it, see spoor_id_function() */
    uint32_t line;
    uint32_t address;   /**< of the object in the target's memory */
    struct label label; /**< the name, as it is written */
};

/** The value of a field: sign-extended when its format is signed. */
static inline uint32_t spoor_value(const struct spoor_field *f, const uint32_t *words)
{
    uint32_t value = words[f->word] >> f->shift;

    if (f->bits < 32) {
        uint32_t top = UINT32_C(1) << (f->bits - 1);

        value &= 2 * top - 1;
        value = f->format == SPOOR_I32 ? (value ^ top) - top : value;
    }
    return value;
}

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

/** @return the name of a reason why a thread doesn't run, as the switch event has it; NULL when it has none.
 */
const char *spoor_reason(const struct spoor_elf *elf, uint32_t reason);

/** @return how many IDs there are: all that mean something are below. */
unsigned spoor_ids(const struct spoor_elf *elf);

/** @return the name that it was opened by */
const char *spoor_elf_name(const struct spoor_elf *elf);

/** @return the build ID and its length, or NULL and 0. */
const uint8_t *spoor_elf_build_id(const struct spoor_elf *elf, size_t *bytes);

/**
 * The function or object at an address of the target. Bit 0 of functions (Thumb) is ignored.
 *
 * @param offset  how far into it `address` lies; may be NULL
 * @return its name, or NULL
 */
const char *spoor_elf_symbol(const struct spoor_elf *elf, uint32_t address, uint32_t *offset);

/** @return the size in bytes of the function or object that begins at an address; 0 when that isn't known */
uint32_t spoor_elf_symbol_size(const struct spoor_elf *elf, uint32_t address);

/**
 * The place of an address in the source, from the debug information: the innermost function first, then those
 * that it was inlined into, each with the line of the call.
 *
 * @return how many places were set, `most` at most; 0 when there is no debug information
 */
unsigned spoor_elf_source(const struct spoor_elf *elf, uint32_t address, struct spoor_source *list,
                          unsigned most);

/** Bytes of code and constants, of initial values, of zeros. */
void spoor_elf_sizes(const struct spoor_elf *elf, uint64_t *text, uint64_t *data, uint64_t *bss);

/** A function or object of the ELF file. */
struct spoor_symbol {
    const char *name;
    uint32_t address, size;
    bool function;
};

/** @return the `n`-th by address, or false past the last */
bool spoor_elf_symbol_nth(const struct spoor_elf *elf, size_t n, struct spoor_symbol *symbol);

/* ------------------------------------------------------------------ items */

enum spoor_kind {
    SPOOR_RECORD,
    SPOOR_GAP,     /**< `count` records were lost on the target, from `time` to `until` */
    SPOOR_CLEARED, /**< the ring was emptied: by all clears so far `count` records went, from `time` to
                      `until` */
    SPOOR_MISSING, /**< `packets` packets with `count` records were lost on the link, from `time` to `until`
                    */
    SPOOR_JOINED,  /**< the first packet of this CPU; `count` records came before it */
    SPOOR_BEGIN,   /**< a recording begins, the `count`-th of the file from 0: see spoor_recording() */
    SPOOR_THREAD,  /**< a thread's name came: spoor_thread() of `thread` */
    SPOOR_NAME,    /**< another name came: `packets` is the kind, `thread` the key */
    SPOOR_HEADER,  /**< see struct spoor_header */
    SPOOR_LOSSES,  /**< counts of `cpu` came: see struct spoor_account */
    SPOOR_TEXT,    /**< console text: `data` */
};

struct spoor_item {
    uint64_t time;       /**< cycles; of an item without a time: the last time seen */
    uint64_t until;      /**< of a record: its time */
    uint64_t offset;     /**< of the packet or sub-buffer that held the item, in the stream or image */
    const uint8_t *data; /**< of a record of variable length, of text; lives until the next call */
    union {
        uint32_t word[SPOOR_WIRE_WORDS_MAX]; /**< of a record; how many its ID says */
        struct {
            uint32_t count, packets, thread;
        };
    };
    uint32_t bytes; /**< of data */
    uint16_t size;  /**< of a record: bytes that it took in its packet or sub-buffer */
    uint16_t id;    /**< of a record */
    uint8_t cpu;
    uint8_t kind; /**< enum spoor_kind */
};

/** @return a word of an item's data, as those of stacks */
static inline uint32_t spoor_data_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* ------------------------------------------------------------------ recordings */

struct spoor_header {
    bool seen;
    bool first; /**< it began the recording: nothing came before */
    uint32_t version, cpus, hz, shift, tick_hz, events, blocks, points, mode;
    uint32_t boots;             /**< of the target, when this was recorded */
    uint64_t now;               /**< the time when it was sent, in cycles */
    uint64_t wall_ms;           /**< the wall clock then, since 1970; 0: unknown */
    uint32_t costs[8], costs_n; /**< of a record of 0, 1, 2 … words, in hundredths of a ns */
    uint8_t build_id[64];
    uint32_t build_id_bytes;
    char board[64];
};

/** The agreement of the ELF file with the target's header. */
enum spoor_fit {
    SPOOR_FIT_UNKNOWN, /**< no header came, or the build IDs can't be compared */
    SPOOR_FIT,
    SPOOR_FIT_WRONG,
};

struct spoor_thread {
    uint32_t number, priority;
    const char *name;  /**< never NULL */
    bool idle;         /**< it runs when no other thread is ready */
    uint64_t from, to; /**< the first and the last time when it was named */
};

/** One row of the accounts of a CPU: the records of one ID. */
struct spoor_count {
    uint64_t decoded, bytes, sum; /**< bytes in packets; sum of a block's times in cycles */
    uint32_t lost;                /**< on the target, since the last clear, as told */
};

/** The accounts of one CPU: emitted = decoded + lost + cleared + link + before, in records. */
struct spoor_account {
    bool seen; /**< anything of this CPU came */
    bool told; /**< the target told its losses */
    uint64_t decoded;
    uint64_t lost;                 /**< on the target since the last clear, as told: see spoor_lost() */
    uint64_t cleared;              /**< thrown away by clears, or lost before them */
    uint64_t in_gaps;              /**< of `lost`, those that have a place */
    uint64_t missing, unread, cut; /**< lost on the link: between packets; in packets that came and could not
                                      be decoded; after the last packet */
    uint64_t before;               /**< before the first packet that came */
    uint64_t skipped;              /**< in an image: bytes that could not be read */
    uint64_t words;                /**< that came as they are: `sent` counts words then */
    uint64_t sent;                 /**< as told */
    uint64_t until; /**< all records from before this time came or are accounted for, as told */
    uint64_t last_time;
    bool unread_end;         /**< the last packet was not decoded, and nothing said how much it held */
    struct spoor_count *ids; /**< SPOOR_WIRE_IDS; NULL: none */
};

/** @return records lost on the target since the last clear: as told, or as the gaps since then say */
static inline uint64_t spoor_lost(const struct spoor_account *a)
{
    return a->lost > a->in_gaps ? a->lost : a->in_gaps;
}

#define SPOOR_CPUS_MAX 64

/** One recording: header, threads, accounts. */
struct spoor_recording {
    uint32_t id;    /**< the target's number */
    unsigned index; /**< in the file, from 0 */
    struct spoor_header header;
    enum spoor_fit fit;
    unsigned cpus; /**< in the header, or seen */
    struct spoor_account account[SPOOR_CPUS_MAX];
};

/** Counts of all traffic, and of the bytes that were passed over. */
struct spoor_traffic {
    uint64_t packets, packet_bytes; /**< good ones; with the bytes that frames add */
    uint64_t text_bytes;
    uint64_t frames;            /**< that were no packets, by their checksum or form */
    uint64_t bytes;             /**< in them */
    uint64_t invalid;           /**< packets with a right checksum and invalid contents */
    uint64_t repeated, unknown; /**< packets seen before; of types not known */
    uint64_t late;              /**< packets out of their order, which were skipped */
    uint64_t wrong;             /**< contradictions: times that go back, counts that don't add up */
    uint64_t unordered;         /**< items that were given out before a silent CPU told its time */
    uint64_t skipped_words;     /**< in an image */
};

/* ------------------------------------------------------------------ reading */

struct spoor_reader;

/** Open a stream. @param elf may be NULL: then records are counted only. @return NULL after a report. */
struct spoor_reader *spoor_open_file(const char *path, const struct spoor_elf *elf,
                                     const struct spoor_report *report);

/** The same from a descriptor, which stays the caller's. @param name for messages */
struct spoor_reader *spoor_open_fd(int fd, const char *name, const struct spoor_elf *elf,
                                   const struct spoor_report *report);

/** The same from memory, which must stay. */
struct spoor_reader *spoor_open_memory(const void *bytes, size_t size, const char *name,
                                       const struct spoor_elf *elf, const struct spoor_report *report);

/**
 * Open an image of memory: `size` bytes that lay at `address` of the target, which must stay.
 *
 * @return NULL after a report: the rings are not in it, or the ELF file has none or is of another build
 */
struct spoor_reader *spoor_open_image(const void *bytes, size_t size, uint32_t address, const char *name,
                                      const struct spoor_elf *elf, const struct spoor_report *report);

/** Call `idle` before each wait for more input: then all items so far can be shown. */
void spoor_on_idle(struct spoor_reader *r, void (*idle)(void *arg), void *arg);

/**
 * Begin near a time: before the first spoor_next(), of a file with one recording. Items from more than a
 * second and 16 MiB before it come too, so that headers, names and running threads are known.
 *
 * @return false: the file is read from its beginning, since it isn't one with one recording
 */
bool spoor_seek(struct spoor_reader *r, uint64_t from_ns);

/** @return a time in cycles */
uint64_t spoor_cycles(uint64_t ns, uint32_t hz);

/** End the input as if it ended here; from a signal handler, too. */
void spoor_stop(struct spoor_reader *r);

/** The next item, valid until the next call. @return 1, 0 at the end, or a negative errno after a report. */
int spoor_next(struct spoor_reader *r, const struct spoor_item **item);

/** @return the recording of the last item; before the first one an empty one. Never NULL. */
const struct spoor_recording *spoor_recording(const struct spoor_reader *r);

/** @return how many recordings there are so far. */
unsigned spoor_recordings(const struct spoor_reader *r);

/** @return the `n`-th recording; of more than 16 the early ones are summed up in the first. */
const struct spoor_recording *spoor_recording_nth(const struct spoor_reader *r, unsigned n);

/** @return the thread of this number in the present recording, or NULL. */
const struct spoor_thread *spoor_thread(const struct spoor_reader *r, uint32_t number);

/** @return the `n`-th thread that has a name in the present recording, or NULL past the last. */
const struct spoor_thread *spoor_thread_nth(const struct spoor_reader *r, size_t n);

/** @return whether a thread is known to be an idle one. */
bool spoor_is_idle(const struct spoor_reader *r, uint32_t number);

/** @return a number that changes when a name comes or changes. */
uint32_t spoor_names_version(const struct spoor_reader *r);

/** @return the name of a line or an object in the present recording, or NULL. */
const char *spoor_named(const struct spoor_reader *r, enum spoor_wire_named kind, uint32_t key);

#define SPOOR_NOTE_MAX 4096

/** A recorder's note. */
struct spoor_note {
    uint64_t ms;               /**< when it was written, since 1970 */
    char text[SPOOR_NOTE_MAX]; /**< empty: there is none */
};

/** @return when the recording began, and the recorder's command line */
const struct spoor_note *spoor_note(const struct spoor_reader *r);

/** @return when and why the target ended by itself: a panic, a fault, an exit status; complete at the end of
 * the input */
const struct spoor_note *spoor_end_note(const struct spoor_reader *r);

const struct spoor_traffic *spoor_traffic(const struct spoor_reader *r);

void spoor_close(struct spoor_reader *r);

#endif
