/* SPDX-License-Identifier: BSD-2-Clause */
/* Operations that mask interrupts for a known number of instructions, which the sweep must find. */
#include <arch/sweep.h>
#include "masked.h"

/* `n` instructions after the one that masks, including the one that unmasks. */
#define STRETCH(n)                                                                                           \
    __asm__ volatile(ARCH_MASK ".rept %c0\n\tnop\n\t.endr\n\t" ARCH_UNMASK ::"i"((n)-1) : "memory")
#define PLAIN(n) __asm__ volatile(".rept %c0\n\tnop\n\t.endr" ::"i"(n))

#define KNOWN(n)                                                                                             \
    static void stretch_##n(void)                                                                            \
    {                                                                                                        \
        STRETCH(n);                                                                                          \
    }                                                                                                        \
    TEST("a masked section of " #n " instructions is measured exactly")                                      \
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

TEST("code that doesn't mask has no masked section and is interrupted at each instruction")
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

TEST("the longest of several masked sections is found, however close they are")
{
    CHECK_EQ(longest(several), 30);
}

static void nested(void)
{
    ARCH_MASK_NESTED();
}

TEST("an inner restore doesn't end a masked section")
{
    CHECK_EQ(longest(nested), ARCH_NESTED_STRETCH);
}

static void looped(void)
{
    ARCH_MASK_LOOPED();
}

TEST("each iteration of a loop is a separate masked section")
{
    CHECK_EQ(longest(looped), 5);
}
