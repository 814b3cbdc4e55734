/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by view.c and view_words.c. */
#ifndef VIEW_VIEW_PRIV_H
#define VIEW_VIEW_PRIV_H

#include <view/view.h>

/** @return the time at a column's beginning, in cycles; at 0.5 more: in its middle */
double view_time_of(const struct view *v, double column);

#endif
