/* SPDX-License-Identifier: BSD-2-Clause */
/* The profile of an input: made of recorded function calls, samples, stacks or waits, or by another tool. */
#ifndef QUERY_PROFILE_H
#define QUERY_PROFILE_H

#include <query/pass.h>
#include <profile/profile.h>

/**
 * Make the profile of an input. The caller must free it.
 *
 * @param needs  PROFILE_…
 * @param name   of the view or format, for messages
 * @return STATUS_OK; STATUS_CANT_SAY if a needed part is missing, which the fault names; or another status
 */
int query_profile(struct input *in, const struct pass_options *options, unsigned needs, const char *name,
                  struct profile *p);

/** What a profile of stacks or waits is made of. */
enum profile_source { PROFILE_OF_STACKS, PROFILE_OF_WAITS };

/** Make another profile of a recording. The caller must free it. It is empty if nothing of it was recorded.
 * @return STATUS_OK or another status */
int query_profile_of(struct input *in, const struct pass_options *options, enum profile_source source,
                     struct profile *p);

#endif
