/* SPDX-License-Identifier: BSD-2-Clause */
/* The sites on the target: their records in flash, and their instructions. */
#include <spoor/config.h>

#if CONFIG_TRACE && (CONFIG_TRACE_PATCHED > 1 || (CONFIG_TRACE_PATCHED && CONFIG_TRACE_SHELL))

#include <spoor/sites.h>
#include <stddef.h>
#include <spoor/util/array_spread.h>

/* Defined by the linker script. */
extern const struct trace_site trace_sites[], trace_sites_end[];

static bool is_on(const struct trace_site *s)
{
    const uint16_t *at = (const uint16_t *)(uintptr_t)s->address;

#if TRACE_SITE_BYTES == 2
    return at[0] != TRACE_SITE_NOP;
#else
    return (at[0] | (uint32_t)at[1] << 16) != TRACE_SITE_NOP;
#endif
}

enum trace_sites trace_sites_of(const void *use)
{
    const struct trace_site *end = SPOOR_SPREAD_LAUNDER(trace_sites_end);
    unsigned on = 0, count = 0;

    for (const struct trace_site *s = SPOOR_SPREAD_LAUNDER(trace_sites); s < end; s++) {
        if ((s->use & ~TRACE_SITE_END) == (uintptr_t)use) {
            count++;
            on += is_on(s);
        }
    }
    return count == 0   ? TRACE_SITES_NONE
           : on == 0    ? TRACE_SITES_OFF
           : on < count ? TRACE_SITES_PART
                        : TRACE_SITES_ON;
}

#endif
