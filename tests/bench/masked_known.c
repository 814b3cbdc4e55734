/* SPDX-License-Identifier: BSD-2-Clause */
/* Operations that are known to mask interrupts for so many instructions: the sweep has to find as many. */
#include <arch/sweep.h>
#include "masked.h"

/* `n` instructions after the one that masks, with the one that unmasks. */
#define STRETCH(n)                                                                                           \
    __asm__ volatile(ARCH_MASK ".rept %c0\n\tnop\n\t.endr\n\t" ARCH_UNMASK ::"i"((n)-1) : "memory")
#define PLAIN(n) __asm__ volatile(".rept %c0\n\tnop\n\t.endr" ::"i"(n))

#define KNOWN(n)                                                                                             \
    static void stretch_##n(void)                                                                            \
    {                                                                                                        \
        STRETCH(n);                                                                                          \
    }                                                                                                        \
    TEST("a stretch of " #n " instructions is found as such")                                                \
    {                                                                                                        \
        CHECK_EQ(longest(stretch_##n), n);                                                                   \
    }

static uint32_t longest(void (*op)(void))
{
    const struct masked m = {.op = op};
    struct masked_found found;

    masked_sweep(&m, &found);
    return found.instructions;
}

static void plain(void)
{
    PLAIN(100);
}

TEST("code that doesn't mask has no masked stretch, and an interrupt at each instruction of it")
{
    const struct masked m = {.op = plain};
    struct masked_found found;

    masked_sweep(&m, &found);
    CHECK_EQ(found.instructions, 0);
    CHECK(found.shots > 100 && found.shots < 120);
}

KNOWN(1)
KNOWN(2)
KNOWN(3)
KNOWN(23)
KNOWN(24)
KNOWN(25)
KNOWN(200)

static void several(void)
{
    STRETCH(5);
    PLAIN(7);
    STRETCH(30);
    PLAIN(1);
    STRETCH(29);
}

TEST("of several stretches the longest is found, however little is between them")
{
    CHECK_EQ(longest(several), 30);
}

static void nested(void)
{
    ARCH_MASK_NESTED();
}

TEST("an inner restore ends nothing")
{
    CHECK_EQ(longest(nested), ARCH_NESTED_STRETCH);
}

static void looped(void)
{
    ARCH_MASK_LOOPED();
}

TEST("the turns of a loop are stretches of their own")
{
    CHECK_EQ(longest(looped), 5);
}
