/* SPDX-License-Identifier: BSD-2-Clause */
/* Units of time in text: s, ms, us, ns. */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include <stdbool.h>
#include <stdint.h>

/** @return the ns in one "s", "ms", "us" or "ns"; 0 for any other text */
double units_ns(const char *unit);

/** Parse a time, "1.5", "1.5s", "20ms", "20us" or "20ns"; without a unit it is in s. @return whether
 * the text is a time */
bool units_time(const char *text, uint64_t *ns);

#endif
