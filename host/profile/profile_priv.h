/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by summary.c, propagate.c and profile.c. */
#ifndef PROFILE_PROFILE_PRIV_H
#define PROFILE_PROFILE_PRIV_H

#include <profile/profile.h>

/** @return the index of an arc, created on first use; PROFILE_NONE if out of memory */
uint32_t profile_arc_at(struct profile *p, uint32_t caller, uint32_t callee);

/** Summarize a profile of functions and arcs. @return false if out of memory */
bool profile_propagate(struct profile *p, struct profile_summary *s);

#endif
