/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the records of a target from its trace link (docs/wire-format.md) or from a memory image. The ELF
 * file gives them their meaning.
 *
 *   struct spoor_elf *elf = spoor_elf_open("demo.elf", &report);
 *   struct spoor_reader *r = spoor_open_file("demo.trace", elf, &report);
 *   const struct spoor_item *i;
 *
 *   while (spoor_next(r, &i) > 0) {
 *       if (i->kind == SPOOR_RECORD) { … spoor_id(elf, i->id)->name … }
 *   }
 *
 * A file contains one or more recordings; each restart of the target begins another. Items are returned
 * recording by recording, and within a recording in order of time over all CPUs. Damaged input is reported
 * and skipped. The losses become items, and are counted in the accounts. An object must not be used by
 * several threads at a time.
 */
#ifndef READ_READER_H
#define READ_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/message.h>
#include <elf/elf.h>
#include <read/item.h>
#include <read/recording.h>
#include <read/segment.h>

/**
 * Open a stream.
 *
 * @param elf  may be NULL: records are then only counted
 * @return the reader, or NULL after a report
 */
struct spoor_reader *spoor_open_file(const char *path, const struct spoor_elf *elf,
                                     const struct spoor_report *report);

/** Open a stream from a descriptor, which the caller must close. @param name name for messages */
struct spoor_reader *spoor_open_fd(int fd, const char *name, const struct spoor_elf *elf,
                                   const struct spoor_report *report);

/** Open a stream in memory, which must stay valid while the reader is open. */
struct spoor_reader *spoor_open_memory(const void *bytes, size_t size, const char *name,
                                       const struct spoor_elf *elf, const struct spoor_report *report);

/**
 * Open a memory image: `size` bytes that the target had at `address`. They must stay valid while the reader
 * is open.
 *
 * @return the reader; NULL after a report if the image doesn't contain the rings, or if the ELF file has none
 * or is of another build
 */
struct spoor_reader *spoor_open_image(const void *bytes, size_t size, uint32_t address, const char *name,
                                      const struct spoor_elf *elf, const struct spoor_report *report);

/**
 * Open the memory of a target in one or more parts; at least one. Only the bytes must stay valid while the
 * reader is open.
 */
struct spoor_reader *spoor_open_segments(const struct spoor_memory *memory, const char *name,
                                         const struct spoor_elf *elf, const struct spoor_report *report);

/**
 * Compare a memory with a program: by the build that the program writes when it sets up its rings.
 *
 * @param name  the memory's, for the report
 * @return false after a report if the memory is another program's for sure; true also if nothing can tell
 */
bool spoor_memory_is_of(const struct spoor_memory *memory, const struct spoor_elf *elf, const char *name,
                        const struct spoor_report *report);

/** Set the rate of times in recordings without a header; the default is 0. Must be called before the first
 * spoor_next(). */
void spoor_assume_rate(struct spoor_reader *r, uint32_t hz);

/** End with recording `index`, counted from 0. Must be called before the first spoor_next(). */
void spoor_end_with(struct spoor_reader *r, unsigned index);

/**
 * Decode ahead in a second thread, which ends with the reader, unless the input is a pipe or the system has
 * no threads. Items, messages and counts are the same. Must be called before the first spoor_next().
 */
void spoor_read_ahead(struct spoor_reader *r);

/** Call `idle` before each wait for more input, when all items so far can be shown. */
void spoor_on_idle(struct spoor_reader *r, void (*idle)(void *arg), void *arg);

/**
 * Begin near a time, if the file is a single recording. Items from more than a second and 16 MiB before that
 * time are returned too, so that headers, names and running threads are known. Must be called before the
 * first spoor_next().
 *
 * @return false if the file isn't a single recording: it is then read from its beginning
 */
bool spoor_seek(struct spoor_reader *r, uint64_t from_ns);

/** @return nanoseconds converted to cycles */
uint64_t spoor_cycles(uint64_t ns, uint32_t hz);

/** End the input here. May be called from a signal handler. */
void spoor_stop(struct spoor_reader *r);

/**
 * Read the next item, valid until the next call.
 *
 * @return 1, 0 at the end, or a negative errno after a report
 */
int spoor_next(struct spoor_reader *r, const struct spoor_item **item);

void spoor_close(struct spoor_reader *r);

#endif
