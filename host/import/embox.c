/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What Embox' commands trace_blocks and trace_points print: counts and times since boot, without events. The
 * text may be a whole console's. Tables of a kind are cumulative, so that the last one of each kind is read.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/message.h>
#include <import/import.h>

#define WORDS 24 /* in a line; a longer one isn't a row */

/* The kinds of tables, by their titles; the last one is that of 2012. */
static const struct kind {
    const char *titles;
    unsigned before, after; /* words before and after the name; of `ns`, without the units */
    unsigned count, time;   /* which words after the name; time == count: none */
    bool ticks, ns, no_name;
    bool has_longest;
} kinds[] = {
    {"# Name Count Ticks Time", 1, 3, 0, 1, true, false, false, false},
    {"Name Count Ticks Max_Ticks Avg_Ticks", 0, 4, 0, 1, true, false, false, true},
    {"\u2116 count time Act", 1, 3, 0, 1, true, false, true, false},
    {"# Name Location function Count Act", 1, 3, 1, 1, false, false, false, false},
    {"ID Name Act Count Last Min Max Avg", 1, 6, 1, 5, false, true, false, true},
};

#define KINDS COUNT_OF(kinds)

struct word {
    const char *text;
    size_t length;
};

/* Split a line at its blanks. @return the number of words; 0: there are none, or too many */
static unsigned split(const struct import_line *l, struct word *words)
{
    unsigned count = 0;

    for (size_t at = 0; at < l->length;) {
        size_t from = at;

        while (at < l->length && l->text[at] != ' ' && l->text[at] != '\t') {
            at++;
        }
        if (at > from && count == WORDS) {
            return 0;
        }
        if (at > from) {
            words[count++] = (struct word){l->text + from, at - from};
        } else {
            at++;
        }
    }
    return count;
}

/* @return the kind of the table that a line begins, or KINDS */
static size_t kind_of(const struct import_line *l)
{
    struct word words[WORDS];
    unsigned count = split(l, words);
    char text[80] = "";
    size_t used = 0;

    for (unsigned n = 0; n < count && used + words[n].length + 2 < sizeof text; n++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*s", n > 0 ? " " : "",
                                 (int)words[n].length, words[n].text);
    }
    for (size_t n = 0; n < KINDS; n++) {
        if (strcmp(text, kinds[n].titles) == 0) {
            return n;
        }
    }
    return KINDS;
}

static bool number_of(struct word w, uint64_t *number)
{
    *number = 0;
    for (size_t n = 0; n < w.length; n++) {
        if (w.text[n] < '0' || w.text[n] > '9' || *number > UINT64_MAX / 20) {
            return false;
        }
        *number = 10 * *number + (uint64_t)(w.text[n] - '0');
    }
    return w.length > 0;
}

static bool is(struct word w, const char *text)
{
    return w.length == strlen(text) && memcmp(w.text, text, w.length) == 0;
}

/* Remove the units of the times, "1676 ns". @return the number of words; 0: one has no unit */
static unsigned without_units(struct word *words, unsigned count)
{
    if (count < 9) {
        return 0;
    }
    for (unsigned n = 0; n < 4; n++) {
        if (!is(words[count - 7 + 2 * n], "ns")) {
            return 0;
        }
        words[count - 8 + n] = words[count - 8 + 2 * n];
    }
    return count - 4;
}

/* ------------------------------------------------------------------ rows */

struct row {
    struct word name;
    uint64_t number, count, time;
};

/* @return whether a line is a row of a table */
static bool read_row(const struct kind *k, const struct import_line *l, struct row *r)
{
    struct word words[WORDS];
    unsigned count = split(l, words);

    count = k->ns ? without_units(words, count) : count;
    if (count < k->before + k->after + !k->no_name || (k->no_name && count != k->before + k->after)) {
        return false;
    }
    const struct word *after = &words[count - k->after], *last = after - 1;

    *r = (struct row){.name = words[k->before]};
    r->name.length = k->no_name ? 0 : (size_t)(last->text + last->length - r->name.text);
    if (!number_of(after[k->count], &r->count) || (k->before == 1 && !number_of(words[0], &r->number))) {
        return false;
    }
    if (k->count != k->time && !number_of(after[k->time], &r->time)) {
        return false;
    }
    if (k->ns) { /* the mean */
        r->time = r->count == 0 || r->time <= UINT64_MAX / r->count ? r->time * r->count : UINT64_MAX;
    }
    return true;
}

/* Add a row. Functions are named FILE:NAME, of which long ones are cut at the left. */
static bool add_row(struct profile *p, const struct kind *k, const struct row *r, bool has_times)
{
    char name[200];
    const char *text = r->name.text, *colon = NULL;
    size_t length = r->name.length, file = 0;

    for (size_t n = 0; n < length && k->before == 0; n++) {
        colon = text[n] == ':' ? text + n : colon;
    }
    if (colon != NULL && colon + 1 < text + length) {
        file = memcmp(text, "...", 3) != 0 ? (size_t)(colon - text) : 0;
        length -= (size_t)(colon + 1 - text);
        text = colon + 1;
    }
    if (k->no_name) {
        snprintf(name, sizeof name, "block %u", (unsigned)r->number);
    } else {
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    }
    uint32_t frame = profile_frame_named(p, PROFILE_FUNCTION, name, NULL);

    if (frame == PROFILE_NONE) {
        return false;
    }
    p->frames[frame].calls += r->count;
    p->frames[frame].self += has_times ? r->time : r->count;
    if (file > 0 && p->frames[frame].file == NULL) {
        p->frames[frame].file = profile_keep(p, r->name.text, file);
    }
    return true;
}

/* ------------------------------------------------------------------ the text */

/* Find the last table of each kind. @return the number of tables */
static unsigned find_tables(const struct import_file *file, unsigned *last)
{
    struct import_line line = {.number = 0};
    unsigned tables = 0;
    size_t at = 0;

    while (import_next_line(file, &at, &line)) {
        size_t kind = kind_of(&line);

        if (kind < KINDS) {
            last[kind] = line.number;
            tables++;
        }
    }
    return tables;
}

static bool read_tables(struct profile *p, const struct import_file *file, const unsigned *last,
                        bool has_times)
{
    struct import_line line = {.number = 0};
    size_t at = 0, kind = KINDS;
    struct row row;

    while (import_next_line(file, &at, &line)) {
        size_t begins = kind_of(&line);

        if (begins < KINDS) {
            kind = last[begins] == line.number ? begins : KINDS;
        } else if (kind < KINDS && !read_row(&kinds[kind], &line, &row)) {
            kind = KINDS;
        } else if (kind < KINDS && !add_row(p, &kinds[kind], &row, has_times)) {
            return false;
        }
    }
    return true;
}

static bool embox_load(struct profile *p, struct import_file *file)
{
    unsigned last[KINDS] = {0}, tables = find_tables(file, last), kept = 0;
    bool ticks = false, ns = false, has_longest = false;

    for (size_t n = 0; n < KINDS; n++) {
        kept += last[n] != 0;
        ticks |= last[n] != 0 && kinds[n].ticks;
        ns |= last[n] != 0 && kinds[n].ns;
        has_longest |= last[n] != 0 && kinds[n].has_longest;
    }
    if (ticks && ns) {
        return import_refuse(file, "it has tables in ticks and tables in ns: leave one of them in the file");
    }
    p->has = PROFILE_CALLS;
    snprintf(p->unit, sizeof p->unit, "%s", ns ? "ns" : ticks ? "ticks" : "visits");
    if (!read_tables(p, file, last, ticks || ns)) {
        return false;
    }
    if (p->frame_count == 0) {
        return import_refuse(file, "its tables have no rows");
    }
    if (tables > kept) {
        message_say(file->report, file->name, "Embox: %u tables; only the last one of each kind is read",
                    tables);
    }
    if (ticks || ns) {
        message_say(
            file->report, file->name,
            "Embox: totals since boot, without events; a block's time contains that of blocks in it%s%s",
            ticks ? "; the rate of the ticks isn't told" : "; a total is the mean times the count",
            has_longest ? "; without the longest visits" : "");
    }
    return true;
}

static bool embox_probe(const uint8_t *bytes, size_t size)
{
    struct import_file file = {.bytes = bytes, .size = size < 65536 ? size : 65536};
    unsigned last[KINDS] = {0};

    return find_tables(&file, last) > 0 && memchr(bytes, 0, size) == NULL; /* recordings have zero bytes */
}

static const struct importer embox_importer = {
    .name = "Embox' tables",
    .summary = "what trace_blocks and trace_points of Embox print",
    .order = 6,
    .probe = embox_probe,
    .load = embox_load,
};
SPOOR_IMPORTER(embox);
