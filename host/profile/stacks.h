/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds a profile from all stacks of a recording, whatever their events: each counts once, by thread or
 * interrupt. */
#ifndef PROFILE_STACKS_H
#define PROFILE_STACKS_H

#include <model/follow.h>
#include <profile/profile.h>

/** Add a record after it was followed. Only stacks with a known event have an effect. */
void stacks_add(struct profile *p, const struct spoor_elf *elf, const struct follow *f,
                const struct spoor_item *item);

/** Add the frames of a stack's record below a node, outermost first. @return the innermost one's node */
uint32_t stacks_path(struct profile *p, const struct spoor_elf *elf, uint32_t node,
                     const struct spoor_item *item);

#endif
