/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers as text: times, threads, addresses, values of fields. */
#ifndef WRITE_NAMES_H
#define WRITE_NAMES_H

#include <base/out.h>
#include <base/time.h>
#include <read/reader.h>

#define NAMES_CACHED 4096

/** The form of times. */
enum names_form {
    NAMES_SECONDS,
    NAMES_US,
    NAMES_CYCLES,
    NAMES_SINCE, /**< the time since `origin`, in us; nothing before there is one */
};

struct names {
    const struct spoor_elf *elf;
    const struct spoor_reader *reader;
    struct names_known {
        uint32_t number, version;
        bool named;          /**< the label is a name, not the number */
        struct label label;  /**< of length 0: free */
        struct label column; /**< of a thread: the same, and blanks up to NAMES_COLUMN */
    } * addresses, *threads; /**< NAMES_CACHED of each, by a hash */
    uint64_t second_begin;   /**< the present second, for times in a row … */
    struct label second;     /**< … as it is written, with its point */
    uint32_t hz;             /**< … at this rate */
    enum names_form form;
    bool has_origin;              /**< NAMES_SINCE: there is one */
    uint64_t origin;              /**< … in cycles */
    const struct time_axis *axis; /**< to have several recordings on one; or NULL */
};

/** @return false without memory */
bool names_open(struct names *n, const struct spoor_elf *elf, const struct spoor_reader *reader);
void names_close(struct names *n);

/** Append "name", "name+0x12" or "0x20001234"; "0" for 0. */
void names_address(const struct names *n, struct out *o, uint32_t address);

/** Append a thread's name, or "thread 7", escaped. @return characters appended */
size_t names_thread(const struct names *n, struct out *o, uint32_t number);

/** The width of a column of threads, with the blank after it. */
#define NAMES_COLUMN 15

/** @return a thread's name as a column; LABEL_LONG when it doesn't fit a label. Valid until the next call. */
const struct label *names_thread_column(const struct names *n, uint32_t number);

/** @return whether a thread has a name. */
bool names_has_thread(const struct names *n, uint32_t number);

/** Append the name of an object: one that the target told, else its symbol. */
void names_object(const struct names *n, struct out *o, uint32_t address);

/** @return the name of an event, block or point; "id 7" of none, valid until the next call */
const char *names_id(const struct spoor_elf *elf, unsigned id);

/** Append the name of an event, block or point, escaped; "id 7" of none. */
void names_event(const struct names *n, struct out *o, unsigned id);

/** Append a value as text. */
void names_value(const struct names *n, struct out *o, const struct spoor_field *f, uint32_t value);

/** Append a time in seconds, or in cycles where the rate isn't known; `width` characters before the point. */
void names_time(struct names *n, struct out *o, uint64_t cycles);

#endif
