/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds a profile of the time that threads waited: thread, the stack of the switch if it was recorded, the
 * reason, the object. */
#ifndef PROFILE_WAITS_H
#define PROFILE_WAITS_H

#include <model/follow.h>
#include <profile/profile.h>

struct waits_stack;

/** `profile`, `elf` and `reader` must be set, everything else zero. */
struct waits {
    struct profile *profile;
    const struct spoor_elf *elf;
    const struct spoor_reader *reader;
    struct hash stack_map; /**< by thread */
    struct waits_stack *stacks;
    size_t stack_count;
};

/** Process a record after it was followed. */
void waits_stack(struct waits *w, const struct follow *f, const struct spoor_item *item);

void waits_interval(struct waits *w, const struct interval *i);

/** Name the frames, and convert the values to ns. */
void waits_end(struct waits *w, uint32_t hz);
void waits_free(struct waits *w);

#endif
