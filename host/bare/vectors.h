/* SPDX-License-Identifier: BSD-2-Clause */
/* The handlers of an image for Arm's M-profile, from its vector table. */
#ifndef BARE_VECTORS_H
#define BARE_VECTORS_H

#include <bare/calls.h>

/** Declare the handlers of a program, if it has a vector table at the beginning of a segment. */
void vectors_declare(const struct program *program, struct calls *calls);

#endif
