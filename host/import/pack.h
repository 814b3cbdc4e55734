/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A recording with its program and the source that it used, in one file, which needs nothing else to be read.
 * It is a ZIP file, which any tool opens; libzip reads and writes it. Members: recording.spoor, program.elf,
 * and source/PATH.
 */
#ifndef IMPORT_PACK_H
#define IMPORT_PACK_H

#include <base/message.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pack;

/** @return whether a file begins as one */
bool pack_is(const char *path);

/** @return the open file, or NULL after a report */
struct pack *pack_open(const char *path, const struct spoor_report *report);

/** @return a descriptor of the recording's bytes, which is the caller's; -1 after a report */
int pack_recording(struct pack *p);

/** @return the program, in memory that is the caller's; NULL after a report */
uint8_t *pack_program(struct pack *p, size_t *size);

void pack_close(struct pack *p);

/** A source file: its name in the debug information, and where it is. */
struct pack_file {
    const char *name, *path;
};

/** Write a file. @return NULL, or the reason why it can't be written */
const char *pack_write(const char *path, const char *recording, const char *program,
                       const struct pack_file *sources, size_t count);

#endif
