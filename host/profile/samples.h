/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds a profile from the samples of a recording: events with role SPOOR_WIRE_ROLE_SAMPLE, and their
 * stacks. */
#ifndef PROFILE_SAMPLES_H
#define PROFILE_SAMPLES_H

#include <model/follow.h>
#include <profile/profile.h>

struct sample_pending {
    bool is;
    uint32_t pc, root; /**< root: the node of its thread or interrupt */
};

/** `profile` and `elf` must be set, everything else zero. */
struct samples {
    struct profile *profile;
    const struct spoor_elf *elf;
    uint64_t count, late;
    uint64_t first, last; /**< times */
    uint64_t cpus;        /**< a bit for each CPU with samples */
    struct sample_pending pending[SPOOR_CPUS_MAX];
};

/** Process a record before it is followed. Only samples have an effect. */
void samples_record(struct samples *s, const struct follow *f, const struct spoor_item *item);

/** Process a record after it was followed. Only stacks of samples have an effect. */
void samples_stack(struct samples *s, const struct follow *f, const struct spoor_item *item);

/**
 * Finish: name the frames. Without samples the profile is unchanged.
 *
 * @param hz  clock rate of the recording
 */
void samples_end(struct samples *s, const struct spoor_reader *reader, uint32_t hz);

#endif
