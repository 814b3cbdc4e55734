/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the fields of a record from the descriptor's text, "name:format/bits+name:format,…": section 5 of
 * docs/wire-format.md. Each ID is parsed once, so that decoding a record reads no text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <elf/opened.h>

/* @return memory that is freed when the ELF file is closed, or NULL */
static void *keep_bytes(struct spoor_elf *e, size_t n)
{
    struct kept *k = malloc(sizeof *k + n);

    if (k == NULL) {
        return NULL;
    }
    k->next = e->kept;
    e->kept = k;
    return k->bytes;
}

static const char *keep(struct spoor_elf *e, const char *text, size_t n)
{
    char *copy = keep_bytes(e, n + 1);

    if (copy == NULL) {
        return "";
    }
    memcpy(copy, text, n);
    copy[n] = 0;
    return copy;
}

/* Parse the names of an enumeration: "a|b|c". */
static void plan_enum(struct spoor_elf *e, struct spoor_field *f, const char *text, size_t n)
{
    uint32_t count = 1;

    for (size_t i = 0; i < n; i++) {
        count += text[i] == '|';
    }
    const char **values = keep_bytes(e, count * sizeof *values);
    struct label *labels = keep_bytes(e, count * sizeof *labels);

    if (values == NULL || labels == NULL) {
        return;
    }
    f->format = SPOOR_ENUM;
    f->values = values;
    f->value_labels = labels;
    f->value_count = count;
    for (size_t i = 0; i < count; i++) {
        size_t length = 0;

        while (length < n && text[length] != '|') {
            length++;
        }
        values[i] = keep(e, text, length);
        label_set(&labels[i], "", text, length, "");
        text += length + 1;
        n -= length < n ? length + 1 : n;
    }
}

#define FIELDS_MAX 64 /* more than any valid descriptor has */

/* Keep a message about the first error in the text of a field. The event is used without the faulty part. */
static void note_field_error(struct spoor_elf *e, const char *text, size_t n, const char *wrong)
{
    if (e->field_error[0] == 0) {
        snprintf(e->field_error, sizeof e->field_error, "event %.60s: field \"%.*s\": %s (docs/events.md)",
                 e->planned, n < 60 ? (int)n : 60, text, wrong);
    }
}

/* @return false if the format is unknown */
static bool plan_format(struct spoor_elf *e, struct spoor_field *f, const char *text, size_t n)
{
    static const char *const names[] = {
        [SPOOR_U32] = "u32", [SPOOR_I32] = "i32",     [SPOOR_X32] = "x32",
        [SPOOR_PTR] = "ptr", [SPOOR_CYCLES] = "time", [SPOOR_THREAD_NUMBER] = "thread",
        [SPOOR_STR] = "str", [SPOOR_HEX] = "hex",     [SPOOR_IRQ_LINE] = "irq",
    };

    for (unsigned i = 0; i < COUNT_OF(names); i++) {
        if (names[i] != NULL && strlen(names[i]) == n && memcmp(names[i], text, n) == 0) {
            f->format = (enum spoor_format)i;
            return true;
        }
    }
    if (memchr(text, '|', n) == NULL) {
        return false;
    }
    plan_enum(e, f, text, n);
    return true;
}

static bool is_taken(const struct spoor_field *fields, const struct spoor_field *end, const char *name)
{
    while (fields < end && strcmp(fields->name, name) != 0) {
        fields++;
    }
    return fields < end;
}

/*
 * Make a name for `f`. It is "field" if the text has none. A name that an earlier field has already gets a
 * number, because names are keys in JSON and SQL.
 */
static const char *unique_name(struct spoor_elf *e, const struct spoor_field *fields,
                               const struct spoor_field *f, const char *text, size_t n)
{
    const char *name = keep(e, text, n);

    for (unsigned number = 2; is_taken(fields, f, name) && number <= FIELDS_MAX + 1; number++) {
        char numbered[80];
        int length = snprintf(numbered, sizeof numbered, "%.*s_%u", n < 60 ? (int)n : 60, text, number);

        note_field_error(e, text, n, "an earlier field has this name; a number is added");
        name = keep(e, numbered, (size_t)length);
    }
    return name;
}

/* Parse one field from `n` characters: "name:format/bits". `fields` is the beginning of the event's
 * fields. */
static void plan_field(struct spoor_elf *e, const struct spoor_field *fields, struct spoor_field *f,
                       const char *text, size_t n)
{
    const char *stroke = memchr(text, '/', n);
    size_t length = stroke != NULL ? (size_t)(stroke - text) : n;
    const char *colon = memchr(text, ':', length);
    unsigned long bits = stroke != NULL ? strtoul(stroke + 1, NULL, 10) : 32;

    f->bits = bits > 0 && bits < 32 ? (uint8_t)bits : 32;
    size_t name = colon != NULL ? (size_t)(colon - text) : length;

    if (name == 0) {
        note_field_error(e, text, n, "it has no name");
    }
    f->name = name != 0 ? unique_name(e, fields, f, text, name) : unique_name(e, fields, f, "field", 5);
    label_set(&f->text, " ", f->name, strlen(f->name), "=");
    label_set(&f->json, "\"", f->name, strlen(f->name), "\":");
    if (colon != NULL && !plan_format(e, f, colon + 1, length - (size_t)(colon + 1 - text))) {
        note_field_error(e, text, n, "unknown format; shown as u32");
    }
    if (bits == 0 || bits > 32) {
        note_field_error(e, text, n, "a field must have 1 to 32 bits; 32 assumed");
    }
}

/* @return the number of words in the text; like the target, it counts the commas only */
static unsigned plan_words(struct spoor_elf *e, struct spoor_field *fields, unsigned *count, const char *text)
{
    unsigned word = 0, shift = 0;
    char end;

    *count = 0;
    do {
        struct spoor_field *f = &fields[*count];
        size_t length = strcspn(text, ",+");

        if (shift >= 32) {
            note_field_error(e, text, length, "its word has no bits left; not shown");
        } else if (*count == FIELDS_MAX || word >= SPOOR_WIRE_WORDS_MAX) {
            note_field_error(e, text, length, "an event has at most 6 words and 64 fields; not shown");
        } else {
            *f = (struct spoor_field){.name = "", .word = (uint8_t)word, .shift = (uint8_t)shift};
            plan_field(e, fields, f, text, length);
            f->bits = f->bits < 32 - shift ? f->bits : (uint8_t)(32 - shift);
            shift += f->bits;
            ++*count;
        }
        end = text[length];
        if (end != '+') {
            shift = 0;
            word++;
        }
        text += length + 1;
    } while (end != 0);
    return word;
}

/* The fields that each role needs, by format: 't' is a thread, 'n' any number. More fields may follow. */
static bool fits_role(const struct spoor_field *f, unsigned count, enum spoor_wire_role role)
{
    static const char *const needs[SPOOR_WIRE_ROLES] = {
        [SPOOR_WIRE_ROLE_SWITCH] = "nt",     [SPOOR_WIRE_ROLE_WAKE] = "nt",
        [SPOOR_WIRE_ROLE_IRQ_ENTER] = "n",   [SPOOR_WIRE_ROLE_SENT] = "t",
        [SPOOR_WIRE_ROLE_RECEIVED] = "t",    [SPOOR_WIRE_ROLE_REPLIED] = "t",
        [SPOOR_WIRE_ROLE_IPC_SHORT] = "t",   [SPOOR_WIRE_ROLE_WAIT] = "nn",
        [SPOOR_WIRE_ROLE_GIVE] = "nnt",      [SPOOR_WIRE_ROLE_TAKE] = "nnn",
        [SPOOR_WIRE_ROLE_PUT] = "nnn",       [SPOOR_WIRE_ROLE_TIMER] = "n",
        [SPOOR_WIRE_ROLE_PRIORITY] = "tn",   [SPOOR_WIRE_ROLE_TICK_LATE] = "n",
        [SPOOR_WIRE_ROLE_THREAD_NEW] = "t",  [SPOOR_WIRE_ROLE_STATE] = "ntnn",
        [SPOOR_WIRE_ROLE_SERVICES] = "n",    [SPOOR_WIRE_ROLE_FAULT] = "n",
        [SPOOR_WIRE_ROLE_PANIC] = "n",       [SPOOR_WIRE_ROLE_ALLOC] = "nn",
        [SPOOR_WIRE_ROLE_FREE] = "n",        [SPOOR_WIRE_ROLE_STACK_USED] = "tnn",
        [SPOOR_WIRE_ROLE_HEAP_USED] = "nnn", [SPOOR_WIRE_ROLE_PERIOD] = "tnn",
        [SPOOR_WIRE_ROLE_ACTIVATION] = "t",  [SPOOR_WIRE_ROLE_SAMPLE] = "nntn",
        [SPOOR_WIRE_ROLE_ENTER] = "nnt",     [SPOOR_WIRE_ROLE_LEAVE] = "nnt",
        [SPOOR_WIRE_ROLE_MASKED] = "nn",
    };
    const char *need = role < SPOOR_WIRE_ROLES && needs[role] != NULL ? needs[role] : "";

    for (unsigned i = 0; need[i] != 0; i++) {
        if (i >= count || (need[i] == 't' && f[i].format != SPOOR_THREAD_NUMBER)) {
            return false;
        }
    }
    return role < SPOOR_WIRE_ROLES;
}

void plan_fields(struct spoor_elf *e, struct spoor_id *id, const char *text)
{
    struct spoor_field fields[FIELDS_MAX];

    e->planned = id->name;
    unsigned count = 0, words = 0;

    if (*text != 0 || id->class == SPOOR_DATA) {
        words = plan_words(e, fields, &count, text);
    }
    if (id->class == SPOOR_DATA) {
        count = 1;
        id->words = SPOOR_WIRE_WORDS_DATA;
    } else if (words > SPOOR_WIRE_WORDS_MAX) {
        id->class = SPOOR_NONE;
        return;
    } else {
        id->words = (uint8_t)words;
    }
    struct spoor_field *kept = keep_bytes(e, count * sizeof *kept);

    if (kept == NULL) {
        id->class = SPOOR_NONE;
        return;
    }
    memcpy(kept, fields, count * sizeof *kept);
    id->fields = kept;
    id->field_count = (uint8_t)count;
    label_set(&id->label, "", id->name, strlen(id->name), "");
    if (id->class != SPOOR_EVENT || !fits_role(fields, count, id->role)) {
        id->role = SPOOR_WIRE_ROLE_NONE;
    }
    id->class = id->role == SPOOR_WIRE_ROLE_ENTER   ? SPOOR_ENTER
                : id->role == SPOOR_WIRE_ROLE_LEAVE ? SPOOR_LEAVE
                                                    : id->class;
}

void plan_free(struct spoor_elf *e)
{
    while (e->kept != NULL) {
        struct kept *next = e->kept->next;

        free(e->kept);
        e->kept = next;
    }
}
