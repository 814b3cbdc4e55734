/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by summary.c, propagate.c and profile.c. */
#ifndef PROFILE_PROFILE_PRIV_H
#define PROFILE_PROFILE_PRIV_H

#include <profile/profile.h>

/** @return the index of an arc, made when it's new; PROFILE_NONE without memory */
uint32_t profile_arc_at(struct profile *p, uint32_t caller, uint32_t callee);

/** Sum up a profile of functions and arcs. @return false without memory */
bool profile_propagate(struct profile *p, struct profile_summary *s);

#endif
