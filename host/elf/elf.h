/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An ELF file and the meaning of the IDs in its records: the classes, fields and places of events, points and
 * blocks; symbols, and places in the source.
 */
#ifndef ELF_ELF_H
#define ELF_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/label.h>
#include <base/message.h>
#include <base/source.h>
#include <spoor/wire.h>

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

/**
 * How urgent a thread of a priority is: more urgent, larger. It is the distance from the least urgent
 * priority where the program declares its range, otherwise the number itself.
 */
uint32_t spoor_urgency(const struct spoor_elf *elf, uint32_t priority);

/** @return the priority as Linux counts, from 0, the most urgent; the number itself without a declared range
 */
uint32_t spoor_linux_priority(const struct spoor_elf *elf, uint32_t priority);

/** @return how many IDs there are: all that mean something are below. */
unsigned spoor_ids(const struct spoor_elf *elf);

/** @return the same, with those that have no ID for being beyond SPOOR_WIRE_IDS, and never record */
unsigned spoor_ids_all(const struct spoor_elf *elf);

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

#endif
