/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers and times as text. Portable.
 */
#include <stdbool.h>
#include <string.h>
#include <spoor/util/format.h>

char *spoor_format_u64(char text[SPOOR_FORMAT_U64_BYTES], uint64_t value)
{
    char digits[SPOOR_FORMAT_U64_BYTES];
    char *p = digits + sizeof(digits) - 1;

    *p = '\0';
    do {
        *--p = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return memcpy(text, p, (size_t)(digits + sizeof(digits) - p));
}

/* Append `value`, which counts the unit's 10^-decimals, and the unit. */
static char *with_point(char *text, uint32_t value, unsigned decimals, const char *unit)
{
    char digits[SPOOR_FORMAT_U64_BYTES];
    size_t whole = strlen(spoor_format_u64(digits, value)) - decimals;

    memcpy(text, digits, whole);
    text[whole] = '.';
    strcpy(text + whole + 1, digits + whole);
    strcat(text, unit);
    return text;
}

char *spoor_format_time_ns(char text[SPOOR_FORMAT_TIME_BYTES], uint64_t ns)
{
    static const char units[][4] = {" us", " ms", " s"};
    uint64_t scale = 1000; /* ns in the unit */

    if (ns < 10000) {
        return strcat(spoor_format_u64(text, ns), " ns");
    }
    for (unsigned u = 0; u < 3; u++, scale *= 1000) {
        uint64_t step = scale / 1000; /* ns in the last digit shown */

        for (unsigned decimals = 3; decimals > 0; decimals--, step *= 10) {
            uint64_t rounded = ns / step + (ns % step * 2 >= step);

            if (rounded < 10000) {
                return with_point(text, (uint32_t)rounded, decimals, units[u]);
            }
        }
    }
    scale /= 1000;
    return strcat(spoor_format_u64(text, ns / scale + (ns % scale * 2 >= scale)), " s");
}

/* `n` with the last `digits` of its digits after a point. */
static char *put_point(char *text, uint32_t n, unsigned digits)
{
    char *out;
    uint32_t scale = 1;

    for (unsigned i = 0; i < digits; i++) {
        scale *= 10;
    }
    out = strchr(spoor_format_u64(text, n / scale), '\0');
    *out++ = '.';
    for (scale /= 10; scale != 0; scale /= 10) {
        *out++ = (char)('0' + n / scale % 10);
    }
    *out = '\0';
    return text;
}

char *spoor_format_share(char text[SPOOR_FORMAT_SHARE_BYTES], uint64_t part, uint64_t whole)
{
    bool any = part != 0;

    /* Keeps the products below 64 bits; the loss is far below a thousandth of a percent. */
    while (part >> 46 != 0 || whole >> 46 != 0) {
        part >>= 1;
        whole >>= 1;
    }
    uint64_t most = UINT32_MAX / 2;
    uint64_t n = whole == 0 ? 0 : (part * 100000 + whole / 2) / whole; /* thousandths of a percent */

    if (n == 0) {
        return strcpy(text, any && whole != 0 ? "<0.001" : "0");
    }
    n = n < most ? n : most;
    if (n >= 9995) {
        return put_point(text, (uint32_t)(n + 50) / 100, 1);
    }
    return n >= 100 ? put_point(text, (uint32_t)(n + 5) / 10, 2) : put_point(text, (uint32_t)n, 3);
}
