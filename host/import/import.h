/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles made by other tools: gmon.out, perf.data, callgrind.out, speedscope … Each importer is a file
 * with SPOOR_IMPORTER(). The input is untrusted.
 */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <base/message.h>
#include <profile/profile.h>
#include <base/registry.h>

struct import_file {
    const uint8_t *bytes;
    size_t size;
    const char *name;
    const char *program; /**< ELF file named by the user, or NULL */
    const struct spoor_report *report;
    char wrong[200]; /**< reason of a refusal; empty: out of memory, or reported already */
};

struct importer {
    const char *name, *summary;
    unsigned order; /**< order of the probes: files without a mark are probed last */
    bool (*probe)(const uint8_t *bytes, size_t size);
    /** Load the profile. @return false after setting `wrong` */
    bool (*load)(struct profile *p, struct import_file *file);
};

/** Register NAME_importer. The linker collects them. */
#define SPOOR_IMPORTER(name) REGISTRY_ADD(spoor_importers, importer, name, name##_importer)

/** @return the importer for a file, or NULL if it is unknown */
const struct importer *import_find(const uint8_t *bytes, size_t size);

/** Load a profile. @param program the ELF file that ran, or NULL. @return false after a message */
bool import_load(struct profile *p, const struct importer *importer, const uint8_t *bytes, size_t size,
                 const char *name, const char *program, const struct spoor_report *report);

/* ------------------------------------------------------------------ for all importers */

/** Set the reason of a refusal. @return false */
#define import_refuse(file, ...) (snprintf((file)->wrong, sizeof(file)->wrong, __VA_ARGS__), false)

/** Read a little-endian number. The caller must check the bounds. */
static inline uint32_t import_u16(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8;
}

static inline uint32_t import_u32(const uint8_t *at)
{
    return import_u16(at) | import_u16(at + 2) << 16;
}

static inline uint64_t import_u64(const uint8_t *at)
{
    return import_u32(at) | (uint64_t)import_u32(at + 4) << 32;
}

struct program;

/** Note a program or library whose file was read. */
void import_module(struct profile *p, const char *name, const struct program *program);

struct program_function;

/** Set a frame's section and, if the program has debug information, its source line. */
void import_place(struct profile *p, uint32_t frame, struct program *program,
                  const struct program_function *function);

/** A line of text, without its end. */
struct import_line {
    const char *text;
    size_t length;
    unsigned number; /**< from 1 */
};

/** Read the next line. `at` and `line` must be zero before the first. @return false at the end */
bool import_next_line(const struct import_file *file, size_t *at, struct import_line *line);

#endif
