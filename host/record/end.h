/* SPDX-License-Identifier: BSD-2-Clause */
/* What `spoor record` writes and prints beside the link's bytes. */
#ifndef RECORD_END_H
#define RECORD_END_H

#include <stdbool.h>
#include <record/record.h>
#include <record/encode.h>

/** A recording's circumstances, for messages. */
struct record_of {
    const char *program; /**< the tool's name, as it was called */
    const char *path;    /**< of the file, or of the last one */
    const char *elf;     /**< NULL: it wasn't named */
    const char *board;   /**< in QEMU; NULL: another target */
};

/** Write a note, in as many packets as it takes. @return false after an error; errno is set */
bool record_note(int file, enum spoor_wire_note kind, const char *text);

/**
 * Note in the file how the target ended, close the file, and print all that there is to say.
 *
 * @param status  the emulator's wait status, 0 without one
 * @return an exit status
 */
int record_finish(struct recording *r, const struct record_of *of, int status);

#endif
