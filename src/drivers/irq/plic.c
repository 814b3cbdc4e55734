/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupts of hart 0 in machine mode, from a PLIC (RISC-V PLIC 1.0.0, 3 to 9; QEMU hw/intc/sifive_plic.c)
 * and a CLINT (RISC-V ACLINT 1.0, 3; QEMU hw/intc/riscv_aclint.c).
 *
 * Lines 0 to 15 are the CPU's own, and 7 is its timer. Lines 16 to 31 have no device. Line 32 + n is source
 * n of the PLIC. The PLIC's pending bits are read-only, so software raises a line in memory and triggers
 * the CPU's software interrupt. A source is disabled by priority 0: if its enable bit were cleared while it
 * is served, it could not be completed.
 */
#include <drivers/irqctl.h>
#include <hal/cpu.h>
#include <spoor/port/irq.h>
#include <hal/irqctl.h>

#define REG(address) (*(volatile uint32_t *)(address))
#define PRIORITY(n)  REG(board_irqctl.lines + 4 * (n))
#define ENABLE(n)    REG(board_irqctl.lines + 0x2000 + 4 * (n)) /* for context 0, 32 sources per register */
#define THRESHOLD    REG(board_irqctl.lines + 0x200000)
#define CLAIM        REG(board_irqctl.lines + 0x200004)
#define MSIP         REG(board_irqctl.cpu)

#define MI_SOFTWARE (1u << 3) /* bits of mie and mip */
#define MI_TIMER    (1u << 7)
#define MI_EXTERNAL (1u << 11)

#define LINE_TIMER   7
#define LINE_SOURCE0 32
#define WORDS        4
#define LINES        (32 * WORDS)

/* Must be changed with interrupts masked. */
static uint32_t enabled[WORDS], raised[WORDS];
static uint32_t mie_of[SPOOR_IRQ_LEVELS + 1];        /* mie while a line of each level is served */
static unsigned raised_words;                        /* one bit per word with a raised line */
static uint32_t urgent[SPOOR_IRQ_LEVELS + 1][WORDS]; /* lines of higher priority than each level */
static uint8_t level_of[LINES];
static unsigned serving;     /* level being served; SPOOR_IRQ_LEVELS outside interrupts */
static unsigned raised_line; /* highest-priority raised line that may interrupt now, or LINES */

static uint32_t bit(unsigned line)
{
    return 1u << line % 32;
}

static __attribute__((noinline)) unsigned most_urgent(void)
{
    unsigned found = LINES, level = serving;

    for (unsigned word = 0; raised_words >> word != 0; word++) {
        uint32_t due;

        while ((due = raised[word] & enabled[word] & urgent[level][word]) != 0) {
            found = 32 * word + (unsigned)__builtin_ctz(due);
            level = level_of[found];
        }
    }
    return found;
}

/* Allow interrupts from enabled lines with a higher priority than the level being served. */
static inline void allow(void)
{
    THRESHOLD = SPOOR_IRQ_LEVELS - serving;
    raised_line = raised_words != 0 ? most_urgent() : LINES;
    MSIP = raised_line != LINES;
    __asm__ volatile("csrw mie, %0" ::"r"(mie_of[serving]));
}

/* Allow them after a change of lines. */
static void allow_changed(void)
{
    for (unsigned level = 0; level <= SPOOR_IRQ_LEVELS; level++) {
        bool timer = (enabled[0] & urgent[level][0] & bit(LINE_TIMER)) != 0;

        mie_of[level] = MI_SOFTWARE | MI_EXTERNAL | (timer ? MI_TIMER : 0);
    }
    allow();
}

/* @return whether the raised `line` may interrupt now, before line `other`, which may be LINES */
static bool interrupts_before(unsigned line, unsigned other)
{
    unsigned level = level_of[line];

    if ((enabled[line / 32] & bit(line)) == 0 || level >= serving) {
        return false;
    }
    return other == LINES || level < level_of[other] || (level == level_of[other] && line < other);
}

static void set_raised(unsigned line, bool on)
{
    unsigned word = line / 32;

    raised[word] = on ? raised[word] | bit(line) : raised[word] & ~bit(line);
    raised_words = raised[word] != 0 ? raised_words | 1u << word : raised_words & ~(1u << word);
}

static void set_priority(unsigned line)
{
    if (line > LINE_SOURCE0) { /* the PLIC has no source 0 */
        PRIORITY(line - LINE_SOURCE0) =
            enabled[line / 32] & bit(line) ? SPOOR_IRQ_LEVELS - level_of[line] : 0;
    }
}

unsigned irqctl_lines(void)
{
    return LINES;
}

void irqctl_init(void)
{
    serving = SPOOR_IRQ_LEVELS;
    for (unsigned line = 0; line < LINES; line++) {
        irqctl_set_level(line, SPOOR_IRQ_LEVELS - 1);
    }
    for (unsigned word = 0; word < WORDS - 1; word++) {
        ENABLE(word) = ~0u;
    }
}

static void enable(unsigned line, bool on)
{
    uint32_t state = spoor_irq_save();

    enabled[line / 32] = on ? enabled[line / 32] | bit(line) : enabled[line / 32] & ~bit(line);
    set_priority(line);
    allow_changed();
    spoor_irq_restore(state);
}

void irqctl_enable(unsigned line)
{
    enable(line, true);
}

void irqctl_disable(unsigned line)
{
    enable(line, false);
}

void irqctl_set_level(unsigned line, unsigned level)
{
    uint32_t state = spoor_irq_save();

    level_of[line] = (uint8_t)level;
    for (unsigned l = 0; l <= SPOOR_IRQ_LEVELS; l++) {
        uint32_t *word = &urgent[l][line / 32];

        *word = level < l ? *word | bit(line) : *word & ~bit(line);
    }
    set_priority(line);
    allow_changed();
    spoor_irq_restore(state);
}

void irqctl_pend(unsigned line)
{
    uint32_t state = spoor_irq_save();

    set_raised(line, true);
    if (interrupts_before(line, raised_line)) {
        raised_line = line;
        MSIP = 1;
    }
    spoor_irq_restore(state);
}

void irqctl_signal(uint32_t cpu_mask, unsigned line)
{
    (void)cpu_mask;
    (void)line;
}

static void serve(unsigned line)
{
    unsigned before = serving;

    serving = level_of[line];
    allow();
    spoor_irq_enable();
    hal_on_irq(line);
    spoor_irq_disable();
    serving = before;
}

/* If a higher-priority line than this one is pending, it interrupts as soon as serve() unmasks. */
void hal_irqctl_serve(void)
{
    uint32_t due;

    __asm__ volatile("csrr %0, mip" : "=r"(due)::"memory");
    if (due & MI_EXTERNAL) {
        unsigned source = CLAIM;

        if (source != 0) {
            serve(LINE_SOURCE0 + source);
            CLAIM = source; /* completes the interrupt */
        }
    } else if (due & MI_SOFTWARE) {
        unsigned line = raised_line;

        if (line != LINES) {
            set_raised(line, false);
            serve(line);
        }
    } else {
        serve(LINE_TIMER);
    }
    allow();
}
