/* SPDX-License-Identifier: BSD-2-Clause */
/* Data that may be larger than memory: in a temporary file, or in memory on systems without them. */
#ifndef BASE_SPILL_H
#define BASE_SPILL_H

#include <stdio.h>

/** @return a file without a name for reading and writing, which fclose() removes; or NULL with errno set */
FILE *spill_open(void);

/**
 * Get a descriptor to read a file of spill_open() from its start; it remains valid after fclose().
 *
 * @return the descriptor, or -1 with errno set: ENOTSUP if the data is in memory
 */
int spill_descriptor(FILE *f);

#endif
