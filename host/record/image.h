/* SPDX-License-Identifier: BSD-2-Clause */
/* What an image was built for. It is checked before an emulator runs it. */
#ifndef RECORD_IMAGE_H
#define RECORD_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image {
    uint16_t machine;  /**< EM_… of the ELF header */
    const char *board; /**< the board whose name is in the image; NULL: none or several */
    bool no_events;    /**< it has symbols, but no rings of events */
};

/**
 * Read an image.
 *
 * @param chosen  the board that will run it, which is preferred to others
 * @param wrong   set to the reason if it can't be read
 * @return false after an error
 */
bool image_read(struct image *image, const char *path, const char *const *boards, size_t count,
                const char *chosen, const char **wrong);

/**
 * Read the EM_… of an ELF file of any size of words, and the profile of Arm's architecture.
 *
 * @param profile  set to 'A', 'R' or 'M'; 0: unknown
 * @param wrong    set to the reason if it can't be read
 * @return false after an error
 */
bool image_processor(uint16_t *machine, char *profile, const char *path, const char **wrong);

#endif
