/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by view.c and view_words.c. */
#ifndef VIEW_VIEW_PRIV_H
#define VIEW_VIEW_PRIV_H

#include <view/view.h>

/** @return the time at the beginning of a column, in cycles; column + 0.5 is its middle */
double view_time_of(const struct view *v, double column);

#endif
