/* SPDX-License-Identifier: BSD-2-Clause */
/* `spoor record --bare`: profile an image that doesn't contain Spoor. */
#ifndef COMMANDS_RECORD_BARE_H
#define COMMANDS_RECORD_BARE_H

#include <record/record.h>

struct record_bare {
    struct target_image image; /**< its plugin is set by record_bare() */
    const char *output;
    const char *const *lines; /**< to type at the image's shell; ends with NULL */
    const char *prompt;
    uint64_t limit_ms, instructions; /**< when it ends; 0: never */
    bool quiet, memory;
    bool *ended; /**< set to whether the image or `instructions` ended the run; NULL: print the commands to
                  * type next instead */
};

/** Run the image, and write its profile. @return an exit status */
int record_bare(const struct record_bare *b);

#endif
