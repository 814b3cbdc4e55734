/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile of the samples of a recording: events of role SPOOR_WIRE_ROLE_SAMPLE, and their stacks. */
#ifndef PROFILE_SAMPLES_H
#define PROFILE_SAMPLES_H

#include <model/follow.h>
#include <profile/profile.h>

struct sample_pending {
    bool is;
    uint32_t pc, root; /**< of its thread or interrupt: a node */
};

/** Set `profile` and `elf`; all else zero. */
struct samples {
    struct profile *profile;
    const struct spoor_elf *elf;
    uint64_t count, late;
    uint64_t first, last; /**< times */
    uint64_t cpus;        /**< a bit for each that had one */
    struct sample_pending pending[SPOOR_CPUS_MAX];
};

/** Take a record, before it is followed: a sample, or anything else. */
void samples_record(struct samples *s, const struct follow *f, const struct spoor_item *item);

/** Take the stack of a sample, after it was followed; or anything else. */
void samples_stack(struct samples *s, const struct follow *f, const struct spoor_item *item);

/**
 * All is in: name the frames. Without samples the profile stays as it is.
 *
 * @param hz  of the recording
 */
void samples_end(struct samples *s, const struct spoor_reader *reader, uint32_t hz);

#endif
