/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chrome's trace events: JSON, an array of objects, or an object with the array `traceEvents`. "ph" is the
 * kind of an event, "ts" its time in microseconds with a fraction, "pid" and "tid" the row that it is in. The
 * array's end may be missing, since tracers that crash don't write it. Events may be in any order.
 *
 * The text is read as a stream, and only what becomes a record is kept.
 */
#ifndef FOREIGN_CHROME_PRIV_H
#define FOREIGN_CHROME_PRIV_H

#include <base/bytes.h>
#include <base/hash.h>
#include <foreign/foreign.h>
#include <foreign/sink.h>
#include "slices.h"

/* ------------------------------------------------------------------ JSON */

struct chrome_json {
    const uint8_t *at, *end;
    bool closed; /* chrome_more() returned false for a closing bracket, not for the end of the text */
    bool failed; /* no JSON is here, or the text ends in a value */
};

/* The bytes of a value, with its quotes or brackets. */
struct chrome_text {
    const uint8_t *at;
    size_t n;
};

/* @return a value's bytes, to be read; it may be missing */
static inline struct chrome_json chrome_inside(struct chrome_text t)
{
    return (struct chrome_json){.at = t.at, .end = t.n > 0 ? t.at + t.n : t.at};
}

/* Enter an object or array. @return whether one begins here */
bool chrome_open(struct chrome_json *j, char bracket);

/* @return whether another element follows; false after the closing bracket, or at the end of the text */
bool chrome_more(struct chrome_json *j, char closing);

/* Skip a value. @return its bytes */
struct chrome_text chrome_value(struct chrome_json *j);

/* Skip a key and its colon. @return the key's bytes */
struct chrome_text chrome_key(struct chrome_json *j);

/* @return whether a value is this string */
bool chrome_is(struct chrome_text t, const char *string);

/* Append a string without quotes and escapes, or the bytes of another value. */
void chrome_append(struct bytes *b, struct chrome_text t);

/* Read a number, perhaps in quotes, times 10^digits, rounded. @return false if it is none, or too large */
bool chrome_number(struct chrome_text t, unsigned digits, int64_t *value);

/* ------------------------------------------------------------------ events */

struct chrome_event {
    char phase;
    bool has_time;
    int64_t time, duration; /* ns */
    struct chrome_text name, category, pid, tid, id, args;
};

/* Read the object of an event. @return false if it isn't one */
bool chrome_event(struct chrome_json *j, struct chrome_event *e);

/* ------------------------------------------------------------------ other events */

/* Instants, steps of asynchronous events and of flows, and counters. Their parameters stay in the file. */
struct chrome_other {
    int64_t time;
    uint32_t row, kind;
    struct chrome_text id, args, name; /* of a counter: args is its value */
};

/* All events of a name. Their records have words if the parameters of all of them are the same few numbers.
 */
struct chrome_kind {
    struct bytes name, fields;
    bool is_counter, has_id, as_text, has_name;
    bool is_signed, is_wide; /* of a counter: some value is negative, or above those of a signed word */
    unsigned event;
};

struct chrome_others {
    struct chrome_other *list;
    size_t count;
    struct chrome_kind *kinds;
    size_t kind_count;
    struct hash by_name;
    size_t no_numbers; /* values of counters that aren't */
    bool failed;
};

/* Note an event that isn't a slice, or the values of a counter. `suffix` follows its name. */
void chrome_add(struct chrome_others *o, const struct chrome_event *e, const char *suffix, bool has_id,
                uint32_t row);
void chrome_add_counter(struct chrome_others *o, const struct chrome_event *e, struct chrome_text process);

/* Sort them, and describe their kinds. */
void chrome_describe(struct chrome_others *o, struct foreign *to);

/* Pass one on. @param thread  the number of its thread, or 0; and its name */
void chrome_put(struct chrome_others *o, const struct chrome_other *e, struct foreign *to, unsigned cpu,
                uint64_t time, uint32_t thread, const char *name);

void chrome_others_free(struct chrome_others *o);

#endif
