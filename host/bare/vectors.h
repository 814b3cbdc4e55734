/* SPDX-License-Identifier: BSD-2-Clause */
/* The handlers of an image for Arm's M-profile, from its vector table. */
#ifndef BARE_VECTORS_H
#define BARE_VECTORS_H

#include <bare/calls.h>

struct vectors {
    bool found;               /**< the program has a table: it is for the M-profile */
    uint64_t nmi, hard_fault; /**< addresses of these handlers; 0: unknown */
};

/** Declare the handlers of a program, if it has a vector table at the beginning of a segment. */
struct vectors vectors_declare(const struct program *program, struct calls *calls);

#endif
