/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ELF file of a target. It gives the IDs in records their meaning: class, fields and source location of
 * events, points and blocks. It also resolves symbols and source lines.
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
    SPOOR_RANGE,   /**< word 0: 1 at the beginning, 0 at the end */
    SPOOR_COUNTER, /**< word 0: the value */
    SPOOR_DATA,    /**< bytes */
    SPOOR_BLOCK,   /**< word 0: wall time in cycles; recorded at the end of the block */
    SPOOR_POINT,
    SPOOR_STACK, /**< bytes: header word of the stack record, then return addresses */
    SPOOR_NAMED, /**< bytes: number, priority and name of a thread */
    SPOOR_ENTER, /**< word 0: the function; with SPOOR_WIRE_ROLE_ENTER its context follows */
    SPOOR_LEAVE,
    SPOOR_TIME, /**< only in rings */
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
    SPOOR_STR,  /**< text; data events only */
    SPOOR_HEX,  /**< bytes; data events only */
};

/** A field of a record of fixed length, or the bytes of a data record. */
struct spoor_field {
    const char *name;
    enum spoor_format format;
    uint8_t word, shift, bits; /**< the field has `bits` bits of this word, beginning at bit `shift` */
    const char *const *values; /**< SPOOR_ENUM: the names of the values */
    uint32_t value_count;
    const struct label *value_labels; /**< SPOOR_ENUM: the same names, ready to be written */
    struct label text, json;          /**< the field's name as " name=" and as "\"name\":" */
};

/** The meaning of one ID, set up when the ELF file is opened. Of the strings, only `func` may be NULL. */
struct spoor_id {
    enum spoor_class class;
    enum spoor_wire_role role; /**< SPOOR_WIRE_ROLE_NONE if the event lacks the fields that its role needs */
    uint8_t words;             /**< number of words, or SPOOR_WIRE_WORDS_DATA */
    uint8_t field_count;
    const struct spoor_field *fields;
    const char *name;
    const char *file;
    const char *func; /**< NULL: look it up in the debug information with spoor_id_function() */
    uint32_t line;
    uint32_t address;   /**< address of the descriptor's object in the target's memory */
    struct label label; /**< the name, ready to be written */
};

/** Extract a field from the words of a record. Signed fields are sign-extended. */
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

/** Show names of C++ functions as the linker has them, or as in the source, in files that are opened from now
 * on. */
void spoor_show_mangled(bool mangled);

/**
 * Open an ELF file.
 *
 * @param report  receives error messages; may be NULL
 * @return the ELF file, or NULL on error
 */
struct spoor_elf *spoor_elf_open(const char *path, const struct spoor_report *report);

/**
 * Open an ELF file in memory. The bytes are copied.
 *
 * @param name  name for messages
 * @return the ELF file, or NULL on error
 */
struct spoor_elf *spoor_elf_open_memory(const void *bytes, size_t size, const char *name,
                                        const struct spoor_report *report);

void spoor_elf_close(struct spoor_elf *elf);

/**
 * Look up symbols and source lines in another file first: the program whose events the open one describes.
 *
 * @return false after a report
 */
bool spoor_elf_set_code(struct spoor_elf *elf, const char *path, const struct spoor_report *report);

/** The same, in a file that is open. It is closed with `elf`. */
void spoor_elf_take_code(struct spoor_elf *elf, struct spoor_elf *code);

/** @return the meaning of `id`, never NULL; its class is SPOOR_NONE if the ID is unknown or `elf` is NULL */
const struct spoor_id *spoor_id(const struct spoor_elf *elf, unsigned id);

/** @return the function that defines a point or block; "" at file scope, "?" if unknown */
const char *spoor_id_function(const struct spoor_elf *elf, const struct spoor_id *id);

/** @return the name that the switch event gives to a reason for not running, or NULL */
const char *spoor_reason(const struct spoor_elf *elf, uint32_t reason);

/**
 * Convert a priority so that a larger number is a higher priority.
 *
 * @return the distance from the lowest priority if the program declares its range, or `priority` itself
 */
uint32_t spoor_urgency(const struct spoor_elf *elf, uint32_t priority);

/** @return the priority in Linux's order, 0 the highest; `priority` itself without a declared range */
uint32_t spoor_linux_priority(const struct spoor_elf *elf, uint32_t priority);

/** @return the number of IDs; all valid IDs are lower */
unsigned spoor_ids(const struct spoor_elf *elf);

/** @return the number of IDs, including those from SPOOR_WIRE_IDS on, which are never recorded */
unsigned spoor_ids_all(const struct spoor_elf *elf);

/** @return the name under which the file was opened */
const char *spoor_elf_name(const struct spoor_elf *elf);

/** @return the build ID, its length in `bytes`; or NULL and length 0 */
const uint8_t *spoor_elf_build_id(const struct spoor_elf *elf, size_t *bytes);

/**
 * Find the function or object at an address of the target. Bit 0 of a function's address (Thumb) is ignored.
 *
 * @param offset  receives the distance from the beginning of the symbol; may be NULL
 * @return the symbol's name, or NULL
 */
const char *spoor_elf_symbol(const struct spoor_elf *elf, uint32_t address, uint32_t *offset);

/** @return the size in bytes of the function or object that begins at an address, or 0 if unknown */
uint32_t spoor_elf_symbol_size(const struct spoor_elf *elf, uint32_t address);

/** @return the section of the function or object that begins at an address, or NULL */
const char *spoor_elf_symbol_section(const struct spoor_elf *elf, uint32_t address);

/**
 * Find the source location of an address in the debug information. The innermost function is first. The
 * functions into which it was inlined follow, each with the line of the call.
 *
 * @return the number of locations set, at most `most`; 0 without debug information
 */
unsigned spoor_elf_source(const struct spoor_elf *elf, uint32_t address, struct spoor_source *list,
                          unsigned most);

/** Sum up the sizes of code and constants, of initialized data and of zeroed data, in bytes. */
void spoor_elf_sizes(const struct spoor_elf *elf, uint64_t *text, uint64_t *data, uint64_t *bss);

/** A function or object of the ELF file. */
struct spoor_symbol {
    const char *name;
    uint32_t address, size;
    bool function;
};

/** Get the `n`-th symbol by address. @return false if there are at most `n` symbols */
bool spoor_elf_symbol_nth(const struct spoor_elf *elf, size_t n, struct spoor_symbol *symbol);

#endif
