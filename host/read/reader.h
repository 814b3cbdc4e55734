/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading the records of a target: from its link, as docs/wire-format.md describes it, or from a memory
 * image; with the ELF file that gives it a meaning.
 *
 *     struct spoor_elf *elf = spoor_elf_open("demo.elf", &report);
 *     struct spoor_reader *r = spoor_open_file("demo.trace", elf, &report);
 *     const struct spoor_item *i;
 *
 *     while (spoor_next(r, &i) > 0) {
 *         if (i->kind == SPOOR_RECORD) { … spoor_id(elf, i->id)->name … }
 *     }
 *
 * A file is a list of recordings, each of one life of the target. Items come recording by recording, and in
 * each in the order of time over all CPUs. Damage is reported and passed over; its cost is an item of its
 * own, and a number in the accounts. Nothing here is safe for several threads on one object.
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

/** Open a stream. @param elf may be NULL: then records are counted only. @return NULL after a report. */
struct spoor_reader *spoor_open_file(const char *path, const struct spoor_elf *elf,
                                     const struct spoor_report *report);

/** The same from a descriptor, which stays the caller's. @param name for messages */
struct spoor_reader *spoor_open_fd(int fd, const char *name, const struct spoor_elf *elf,
                                   const struct spoor_report *report);

/** The same from memory, which must stay. */
struct spoor_reader *spoor_open_memory(const void *bytes, size_t size, const char *name,
                                       const struct spoor_elf *elf, const struct spoor_report *report);

/**
 * Open an image of memory: `size` bytes that lay at `address` of the target, which must stay.
 *
 * @return NULL after a report: the rings are not in it, or the ELF file has none or is of another build
 */
struct spoor_reader *spoor_open_image(const void *bytes, size_t size, uint32_t address, const char *name,
                                      const struct spoor_elf *elf, const struct spoor_report *report);

/** Of recordings without a header: the rate of their times, which is 0 otherwise. Before the first
 * spoor_next(). */
void spoor_assume_rate(struct spoor_reader *r, uint32_t hz);

/** End with the recording `index`, from 0, with its names: the next one isn't begun. Before the first
 * spoor_next(). */
void spoor_end_with(struct spoor_reader *r, unsigned index);

/** Call `idle` before each wait for more input: then all items so far can be shown. */
void spoor_on_idle(struct spoor_reader *r, void (*idle)(void *arg), void *arg);

/**
 * Begin near a time: before the first spoor_next(), of a file with one recording. Items from more than a
 * second and 16 MiB before it come too, so that headers, names and running threads are known.
 *
 * @return false: the file is read from its beginning, since it isn't one with one recording
 */
bool spoor_seek(struct spoor_reader *r, uint64_t from_ns);

/** @return a time in cycles */
uint64_t spoor_cycles(uint64_t ns, uint32_t hz);

/** End the input as if it ended here; from a signal handler, too. */
void spoor_stop(struct spoor_reader *r);

/** The next item, valid until the next call. @return 1, 0 at the end, or a negative errno after a report. */
int spoor_next(struct spoor_reader *r, const struct spoor_item **item);

void spoor_close(struct spoor_reader *r);

#endif
