/* SPDX-License-Identifier: BSD-2-Clause */
/* The notes that the recorder writes, and counts of what was recorded. */
#ifndef RECORD_END_H
#define RECORD_END_H

#include <stdbool.h>
#include <record/record.h>
#include <encode/encode.h>

#define RECORD_WHY_BYTES (WORDS_LAST + 200)

struct record_counts {
    uint64_t events, lost;
    double seconds; /**< from the first event to the last */
    bool unknown;   /**< events aren't counted: no program was given, or the file is a pipe */
};

/** Write a note, in as many packets as needed. @return false after an error; errno is set */
bool record_note(int file, enum spoor_wire_note kind, const char *text);

/**
 * Note in the file how the target ended, and close the file. An error is in r->error.
 *
 * @param status  the emulator's wait status, 0 without one
 * @param why     set to how the target ended by itself with an error; empty: it didn't
 */
void record_close(struct recording *r, int status, char why[RECORD_WHY_BYTES]);

/** Count the events of a recording. @param elf_path  the program, or NULL */
struct record_counts record_count(const char *path, const char *elf_path, const struct spoor_report *report);

#endif
