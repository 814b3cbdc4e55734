/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of any 32-bit or 64-bit program, for profiles made by other tools. */
#ifndef ELF_PROGRAM_H
#define ELF_PROGRAM_H

#include <base/message.h>
#include <base/source.h>
#include <elf/dwarf/debug.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct program_function {
    uint64_t address, size; /**< 0: unknown */
    const char *name;
    const char *section; /**< name of its section, "": unknown */
    bool global;
    bool thumb; /**< code for Arm: its symbol says that it is in Thumb */
};

/** A segment of the file that is loaded into memory. */
struct program_load {
    uint64_t offset, address, size;
};

struct program {
    unsigned bits;                      /**< size of an address: 32 or 64 */
    uint16_t machine;                   /**< EM_… of the ELF header */
    struct program_function *functions; /**< sorted by address, with one function per address */
    size_t count;
    struct program_load *loads;
    size_t load_count;
    uint8_t *bytes;
    size_t size;
    const uint8_t *build_id; /**< or NULL */
    size_t build_id_bytes;
    struct elf_debug *lines; /**< its debug information, or NULL */
    bool looked_for_lines;
    struct program *debug; /**< the file with its functions, if they are from the debug folder */
};

/**
 * Open a program. Its functions are from the file of its build ID in /usr/lib/debug, if that is installed.
 *
 * @return the program, or NULL after a report. A NULL report is silent.
 */
struct program *program_open(const char *path, const struct spoor_report *report);

/** @return the folder of SPOOR_SYMFS, in which files of the system are looked up in place of /; or "" */
const char *program_root(void);

/** @return the last function that begins at or before an address, or NULL */
const struct program_function *program_before(const struct program *p, uint64_t address);

/**
 * Find the bytes of the function that an address belongs to. Without a size it ends before the next function.
 *
 * @param size  set to its size, or to what the file has of it
 * @return its first byte in the file, or NULL: there is none
 */
const uint8_t *program_code(const struct program *p, uint64_t address, uint64_t *size);

/** Find the address at which a byte of the file is loaded. @return false if it isn't loaded */
bool program_address(const struct program *p, uint64_t offset, uint64_t *address);

/** @return a hash of what the program loads, which stripping and debug information don't change */
uint64_t program_hash(const struct program *p);

/** Find the source line of the function at an address. @return false if there is no debug information for it
 */
bool program_source(struct program *p, uint64_t address, struct spoor_source *source);

/** Find the innermost source line at an address. @return false if there is no debug information for it */
bool program_line(struct program *p, uint64_t address, struct spoor_source *source);

/** Pass each range of addresses with its source line to `take`. @return false if that returned false, or if
 * out of memory */
bool program_lines(struct program *p, debug_line_fn take, void *arg);

/** Find an object by the name of its symbol, or of a copy that the compiler made of it (NAME.lto_priv.0).
 * @return false if there is none */
bool program_object(const struct program *p, const char *name, uint64_t *address, uint64_t *size);

/** Find a member of a structure in the debug information, as debug_member(). */
bool program_member(struct program *p, const char *structure, const char *member, uint64_t *offset,
                    uint64_t *size);

void program_close(struct program *p);

#endif
