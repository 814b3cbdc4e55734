/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers as text: times, threads, addresses, values of fields. */
#ifndef WRITE_NAMES_H
#define WRITE_NAMES_H

#include <base/out.h>
#include <base/time.h>
#include <read/reader.h>

#define NAMES_CACHED 4096

/** Forms of times. */
enum names_form {
    NAMES_SECONDS,
    NAMES_US,
    NAMES_CYCLES,
    NAMES_SINCE, /**< time since `origin`, in us; "-" before the origin is known */
};

struct names {
    const struct spoor_elf *elf;
    const struct spoor_reader *reader;
    struct names_known {
        uint32_t number, version;
        bool named;          /**< the label is a name, not a number */
        struct label label;  /**< length 0: unused entry */
        struct label column; /**< for threads: the label padded to NAMES_COLUMN */
    } * addresses, *threads; /**< NAMES_CACHED entries each, by hash */
    uint64_t second_begin;   /**< beginning of the cached second, in cycles */
    struct label second;     /**< the cached second as text, with its point */
    uint32_t hz;             /**< clock rate of the cached second */
    enum names_form form;
    bool has_origin;              /**< NAMES_SINCE: `origin` is known */
    uint64_t origin;              /**< in cycles */
    const struct time_axis *axis; /**< common axis of several recordings; or NULL */
};

/** @return false if out of memory */
bool names_open(struct names *n, const struct spoor_elf *elf, const struct spoor_reader *reader);
void names_close(struct names *n);

/** Append "name", "name+0x12" or "0x20001234"; "0" for 0. */
void names_address(const struct names *n, struct out *o, uint32_t address);

/** Append the name of a thread, or a text like "thread 7", escaped. @return the number of characters
 * appended */
size_t names_thread(const struct names *n, struct out *o, uint32_t number);

/** Width of a thread's column, including the blank after it. */
#define NAMES_COLUMN 15

/** @return the name of a thread as a column, valid until the next call; its length is LABEL_LONG if it
 * doesn't fit */
const struct label *names_thread_column(const struct names *n, uint32_t number);

/** @return whether a thread has a name */
bool names_has_thread(const struct names *n, uint32_t number);

/** Append the name of an object: as sent by the target, or its symbol. */
void names_object(const struct names *n, struct out *o, uint32_t address);

/** @return the name of an event, block or point; a text like "id 7" without one, valid until the next call */
const char *names_id(const struct spoor_elf *elf, unsigned id);

/** Append the name of an event, block or point, escaped; a text like "id 7" without one. */
void names_event(const struct names *n, struct out *o, unsigned id);

/** Append a value as text. */
void names_value(const struct names *n, struct out *o, const struct spoor_field *f, uint32_t value);

/** Append a time: in seconds by default, in cycles if the clock rate is unknown. */
void names_time(struct names *n, struct out *o, uint64_t cycles);

#endif
