/* SPDX-License-Identifier: BSD-2-Clause */
/* Format numbers and times as text. Portable. */
#include <stdbool.h>
#include <stddef.h>
#include <spoor/util/divide.h>
#include <spoor/util/format.h>
#include <spoor/util/text.h>

/*
 * Write `value` with a decimal point before its last `decimals` digits; without a point if `decimals` is 0.
 * @return the end of the text
 */
static char *put_decimal(char *text, uint64_t value, unsigned decimals)
{
    char digits[SPOOR_FORMAT_U64_BYTES + 1];
    char *p = digits + sizeof(digits) - 1;
    unsigned n = 0;

    *p = '\0';
    do {
        uint32_t digit;

        value = spoor_divide(value, 10, &digit);
        *--p = (char)('0' + digit);
        if (++n == decimals) {
            *--p = '.';
        }
    } while (value != 0 || n <= decimals);
    return spoor_text_put(text, p);
}

char *spoor_format_u64(char text[SPOOR_FORMAT_U64_BYTES], uint64_t value)
{
    (void)put_decimal(text, value, 0);
    return text;
}

/* @return n / step, rounded half up */
static uint64_t rounded(uint64_t n, uint32_t step)
{
    uint32_t rest;
    uint64_t whole = spoor_divide(n, step, &rest);

    return whole + (rest >= step - rest);
}

char *spoor_format_time_ns(char text[SPOOR_FORMAT_TIME_BYTES], uint64_t ns)
{
    static const char units[][4] = {" us", " ms", " s", " s"};
    uint32_t step = 1; /* ns per last digit shown, 10 to the power of `place` */
    unsigned place = 0;
    uint64_t n = ns;

    while (n >= 10000 && place < 9) {
        step *= 10;
        place++;
        n = rounded(ns, step);
    }
    char *end = put_decimal(text, n, place % 9 != 0 ? 3 - place % 3 : 0);

    (void)spoor_text_put(end, place == 0 ? " ns" : units[place / 3]);
    return text;
}

char *spoor_format_share(char text[SPOOR_FORMAT_SHARE_BYTES], uint64_t part, uint64_t whole)
{
    const uint32_t most = UINT32_MAX / 2;
    const char *none = part != 0 && whole != 0 ? "<0.001" : "0";
    uint32_t n = 0, step = 1; /* in thousandths of a percent */
    unsigned decimals = 3;

    /*
     * Keep the product within 64 bits, the divisor within 32. The error is far below a thousandth of a
     * percent.
     */
    while (part >> 46 != 0 || whole >> 32 != 0) {
        part >>= 1;
        whole >>= 1;
    }
    if (whole != 0) {
        uint64_t exact = spoor_divide(part * 100000 + whole / 2, (uint32_t)whole, NULL);

        n = exact < most ? (uint32_t)exact : most;
    }
    if (n == 0) {
        (void)spoor_text_put(text, none);
        return text;
    }
    for (uint32_t limit = 100; n >= limit && decimals > 1; limit = 9995) {
        step *= 10;
        decimals--;
    }
    (void)put_decimal(text, (n + step / 2) / step, decimals);
    return text;
}
