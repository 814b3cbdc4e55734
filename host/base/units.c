/* SPDX-License-Identifier: BSD-2-Clause */
/* A time is a double until its unit is known: "1.5ms" is whole ns. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/units.h>

double units_ns(const char *unit)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}};

    for (size_t i = 0; i < COUNT_OF(units); i++) {
        if (strcmp(unit, units[i].name) == 0) {
            return units[i].ns;
        }
    }
    return 0;
}

bool units_time(const char *text, uint64_t *ns)
{
    char *end;
    double value = strtod(text, &end), unit = *end == 0 ? 1e9 : units_ns(end);

    if (end == text || unit == 0 || !(value >= 0) || value * unit >= 1e19) {
        return false;
    }
    *ns = (uint64_t)(value * unit + 0.5);
    return true;
}
