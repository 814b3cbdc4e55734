/* SPDX-License-Identifier: BSD-2-Clause */
/* The profile of an input: made of recorded function calls or samples, or by another tool. */
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

#endif
