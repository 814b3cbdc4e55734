/* SPDX-License-Identifier: BSD-2-Clause */
/* The output of `spoor record` at its end. */
#ifndef COMMANDS_RECORD_END_H
#define COMMANDS_RECORD_END_H

#include <base/message.h>
#include <record/record.h>

/** The file and the target of a recording, for messages. */
struct record_of {
    const char *path;  /**< the file, or the last one */
    const char *elf;   /**< the program; NULL: not given */
    const char *board; /**< the board in QEMU; NULL: another target */
};

/**
 * Close the recording, and print why it ended, what was recorded, and which commands to type next.
 *
 * @param status  the emulator's wait status, 0 without one
 * @return an exit status
 */
int record_finish(struct recording *r, const struct record_of *of, const struct spoor_report *report,
                  int status);

#endif
