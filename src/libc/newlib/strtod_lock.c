/* SPDX-License-Identifier: BSD-2-Clause */
/* Locked floating-point conversions: newlib's share a list of big integers. */
#include <stdlib.h>
#include "../library_priv.h"

WRAP(double, strtod, const char *text, char **end)
{
    bool locked = library_lock();
    double value = __real_strtod(text, end);

    library_unlock(locked);
    return value;
}

WRAP(float, strtof, const char *text, char **end)
{
    bool locked = library_lock();
    float value = __real_strtof(text, end);

    library_unlock(locked);
    return value;
}
