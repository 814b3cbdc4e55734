/* SPDX-License-Identifier: BSD-2-Clause */
/* What an image was built for, before an emulator runs it. */
#ifndef RECORD_IMAGE_H
#define RECORD_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image {
    uint16_t machine;  /**< of the ELF header: EM_… */
    const char *board; /**< of the boards, the one whose name is in it; NULL: none or several */
    bool no_events;    /**< it has symbols, and no rings for events */
};

/**
 * Read an image.
 *
 * @param chosen  the board that is to run it, which counts before all others
 * @param wrong   set to the reason when it can't be read
 * @return false after an error
 */
bool image_read(struct image *image, const char *path, const char *const *boards, size_t count,
                const char *chosen, const char **wrong);

#endif
