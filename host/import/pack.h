/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A pack: a recording with its program and its source in one file that needs nothing else to be read. It is a
 * ZIP file, which any tool opens. Members: recording.spoor, program.elf, and source/PATH.
 */
#ifndef IMPORT_PACK_H
#define IMPORT_PACK_H

#include <base/message.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pack;

/** @return whether a file begins like a pack */
bool pack_is(const char *path);
bool pack_is_bytes(const uint8_t *bytes, size_t size);

/** @return the open pack, or NULL after a report */
struct pack *pack_open(const char *path, const struct spoor_report *report);

/** Open a pack in memory, which must stay valid. @return NULL after a report */
struct pack *pack_open_memory(const uint8_t *bytes, size_t size, const char *name,
                              const struct spoor_report *report);

/** @return a descriptor for the recording, which the caller must close; -1 after a report */
int pack_recording(struct pack *p);

/** @return the recording in memory that the caller must free; NULL after a report */
uint8_t *pack_recording_memory(struct pack *p, size_t *size);

/** @return the program in memory that the caller must free; NULL after a report */
uint8_t *pack_program(struct pack *p, size_t *size);

void pack_close(struct pack *p);

/** A source file: its name in the debug information, and its path. */
struct pack_file {
    const char *name, *path;
};

/** Write a pack. @return NULL, or the reason for the failure */
const char *pack_write(const char *path, const char *recording, const char *program,
                       const struct pack_file *sources, size_t count);

#endif
