/* SPDX-License-Identifier: BSD-2-Clause */
/* What `spoor record` prints at its end. */
#ifndef COMMANDS_RECORD_END_H
#define COMMANDS_RECORD_END_H

#include <base/message.h>
#include <record/record.h>

/** A recording's circumstances, for messages. */
struct record_of {
    const char *path;  /**< of the file, or of the last one */
    const char *elf;   /**< NULL: it wasn't named */
    const char *board; /**< in QEMU; NULL: another target */
};

/**
 * Close the recording, and print why it ended, what was recorded, and the commands that come next.
 *
 * @param status  the emulator's wait status, 0 without one
 * @return an exit status
 */
int record_finish(struct recording *r, const struct record_of *of, const struct spoor_report *report,
                  int status);

#endif
