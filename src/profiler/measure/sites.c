/* SPDX-License-Identifier: BSD-2-Clause */
/* The sites on the target: their records in flash, and their instructions. */
#include <spoor/config.h>

#if CONFIG_TRACE && (CONFIG_TRACE_PATCHED > 1 || (CONFIG_TRACE_PATCHED && CONFIG_TRACE_SHELL))

#include <stddef.h>
#include <spoor/port/code.h>
#include <spoor/port/port.h>
#include <spoor/sites.h>
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

#if CONFIG_TRACE_PATCHED > 1

/* @return the branch to the site's code for "on", as two halves or one word. host/elf/site_code.c has the
 * same. */
static uint32_t branch_of(const struct trace_site *s)
{
#if defined(__riscv)
    uint32_t d = s->target - s->address;

    return 0x6F | (d >> 20 & 1) << 31 | (d >> 1 & 0x3FF) << 21 | (d >> 11 & 1) << 20 | (d >> 12 & 0xFF) << 12;
#elif !defined(__thumb__)
    return 0xEA000000 | ((s->target - s->address - 8) >> 2 & 0xFFFFFF);
#elif TRACE_SITE_BYTES == 2
    return 0xE000 | ((s->target - s->address - 4) >> 1 & 0x7FF);
#else
    uint32_t d = s->target - s->address - 4, sign = d >> 24 & 1;
    uint32_t j1 = (~(d >> 23) ^ sign) & 1, j2 = (~(d >> 22) ^ sign) & 1;
    uint32_t first = 0xF000 | sign << 10 | (d >> 12 & 0x3FF);

    return (0x9000 | j1 << 13 | j2 << 11 | (d >> 1 & 0x7FF)) << 16 | first;
#endif
}

/* An instruction of four bytes may be at an odd multiple of two. */
static void write(const struct trace_site *s, uint32_t code)
{
    volatile uint16_t *at = (volatile uint16_t *)(uintptr_t)s->address;

    at[0] = (uint16_t)code;
    if (TRACE_SITE_BYTES == 4) {
        at[1] = (uint16_t)(code >> 16);
    }
    spoor_port_code_changed(s->address);
}

/*
 * The word is read together with the change of the instruction, so that the last of several callers
 * leaves the state of the word. The end of a block stays on: a visit may have begun while the block was
 * on.
 */
static void follow(const struct trace_site *s, const void *const *word, const void *off)
{
    uint32_t state = spoor_port_lock();
    bool on = (s->use & TRACE_SITE_END) != 0 || __atomic_load_n(word, __ATOMIC_RELAXED) != off;

    if (on != is_on(s)) {
        write(s, on ? branch_of(s) : TRACE_SITE_NOP);
    }
    spoor_port_unlock(state);
}

void trace_sites_follow(const void *use, const void *const *word, const void *off)
{
    const struct trace_site *end = SPOOR_SPREAD_LAUNDER(trace_sites_end);

    /* Ends first: a visit that begins at once must find its end switched on. */
    for (uint32_t which = TRACE_SITE_END; which <= TRACE_SITE_END; which--) {
        for (const struct trace_site *s = SPOOR_SPREAD_LAUNDER(trace_sites); s < end; s++) {
            if (s->use == (uintptr_t)use + which) {
                follow(s, word, off);
            }
        }
    }
}

#endif

#endif
