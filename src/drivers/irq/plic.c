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
#include <stddef.h>
#include <arch/irqctl.h>
#include <drivers/irqctl.h>
#include <hal/cpu.h>
#include <spoor/port/irq.h>

#define REG(address) (*(volatile uint32_t *)(address))
#define PRIORITY(n)  REG(board_irqctl.lines + 4 * (n))
#define ENABLE(n)    REG(board_irqctl.lines + 0x2000 + 4 * (n)) /* for context 0, 32 sources per register */
#define CONTEXT      (board_irqctl.lines + 0x200000)
#define THRESHOLD    rv32_irqctl.context[0]
#define MSIP         (*rv32_irqctl.msip)

#define MI_SOFTWARE (1u << 3) /* bits of mie */
#define MI_TIMER    (1u << 7)
#define MI_EXTERNAL (1u << 11)

#define WORDS (RV32_LINES / 32)

#define OFFSET(member, value)                                                                                \
    _Static_assert(offsetof(struct rv32_irqctl, member) == (value), "must match arch/irqctl.h")
OFFSET(levels, 0);
OFFSET(context, RV32_IRQCTL_CONTEXT);
OFFSET(msip, RV32_IRQCTL_MSIP);
OFFSET(serving, RV32_IRQCTL_SERVING);
OFFSET(raised, RV32_IRQCTL_RAISED);
OFFSET(raised_line, RV32_IRQCTL_RAISED_LINE);
OFFSET(raised_word, RV32_IRQCTL_RAISED_WORD);
OFFSET(raised_bit, RV32_IRQCTL_RAISED_BIT);
OFFSET(waiting, RV32_IRQCTL_WAITING);
OFFSET(level_of, RV32_IRQCTL_LEVEL_OF);
_Static_assert(offsetof(struct rv32_level, mie) == 4, "must match interrupt.S");

/* Must be changed with interrupts masked. */
static struct {
    struct lines {
        uint32_t enabled, raised; /* the line that interrupts now isn't in `raised` */
    } lines[WORDS];
    uint32_t urgent[SPOOR_IRQ_LEVELS + 1][WORDS]; /* lines of higher priority than each level */
} plic;

static uint32_t bit(unsigned line)
{
    return 1u << line % 32;
}

static const struct rv32_level *level_of(unsigned line)
{
    return (const struct rv32_level *)((const uint8_t *)rv32_irqctl.levels + rv32_irqctl.level_of[line]);
}

static unsigned number_of(const struct rv32_level *level)
{
    return (unsigned)(level - rv32_irqctl.levels);
}

static bool is_enabled(unsigned line)
{
    return (plic.lines[line / 32].enabled & bit(line)) != 0;
}

/* @return the most urgent line that waits and may interrupt, or RV32_LINES */
static unsigned most_urgent(void)
{
    unsigned found = RV32_LINES, level = number_of(rv32_irqctl.serving);

    for (unsigned word = 0; word < WORDS; word++) {
        uint32_t due;

        while ((due = plic.lines[word].raised & plic.lines[word].enabled & plic.urgent[level][word]) != 0) {
            found = 32 * word + (unsigned)__builtin_ctz(due);
            level = number_of(level_of(found));
        }
    }
    return found;
}

static bool any_raised(void)
{
    uint32_t raised = 0;

    for (unsigned word = 0; word < WORDS; word++) {
        raised |= plic.lines[word].raised;
    }
    return raised != 0;
}

static void wait(unsigned line)
{
    plic.lines[line / 32].raised |= bit(line);
    rv32_irqctl.waiting = 1;
}

/* Make `line`, which doesn't wait, the one that interrupts now. */
static void set_raised(unsigned line, uint32_t *word, uint32_t line_bit)
{
    rv32_irqctl.raised = level_of(line);
    rv32_irqctl.raised_line = line;
    rv32_irqctl.raised_word = word;
    rv32_irqctl.raised_bit = line_bit;
}

/* Let the raised line that interrupts now wait, because it can't, or isn't the most urgent any more. */
static void put_back(void)
{
    if (rv32_irqctl.raised != NULL) {
        wait(rv32_irqctl.raised_line);
        rv32_irqctl.raised = NULL;
        MSIP = 0;
    }
}

void hal_irqctl_raise_next(void)
{
    unsigned line = most_urgent();

    if (line != RV32_LINES) {
        plic.lines[line / 32].raised &= ~bit(line);
        rv32_irqctl.waiting = any_raised();
        set_raised(line, &plic.lines[line / 32].raised, bit(line));
        MSIP = 1;
    }
}

/* Allow interrupts after a change of lines. Only enabled lines with a higher priority than a level may. */
static void allow_changed(void)
{
    for (unsigned level = 0; level <= SPOOR_IRQ_LEVELS; level++) {
        bool timer = (plic.lines[0].enabled & plic.urgent[level][0] & bit(RV32_LINE_TIMER)) != 0;

        rv32_irqctl.levels[level].mie = MI_SOFTWARE | MI_EXTERNAL | (timer ? MI_TIMER : 0);
    }
    put_back();
    hal_irqctl_raise_next();
    __asm__ volatile("csrw mie, %0" ::"r"(rv32_irqctl.serving->mie));
}

static void set_priority(unsigned line)
{
    if (line > RV32_LINE_SOURCE0) { /* the PLIC has no source 0 */
        PRIORITY(line - RV32_LINE_SOURCE0) =
            is_enabled(line) ? SPOOR_IRQ_LEVELS - number_of(level_of(line)) : 0;
    }
}

unsigned irqctl_lines(void)
{
    return RV32_LINES;
}

void irqctl_init(void)
{
    rv32_irqctl.context = &REG(CONTEXT);
    rv32_irqctl.msip = &REG(board_irqctl.cpu);
    for (unsigned level = 0; level <= SPOOR_IRQ_LEVELS; level++) {
        rv32_irqctl.levels[level].threshold = SPOOR_IRQ_LEVELS - level;
    }
    rv32_irqctl.serving = &rv32_irqctl.levels[SPOOR_IRQ_LEVELS];
    THRESHOLD = rv32_irqctl.serving->threshold;
    for (unsigned line = 0; line < RV32_LINES; line++) {
        irqctl_set_level(line, SPOOR_IRQ_LEVELS - 1);
    }
    for (unsigned word = 0; word < WORDS - 1; word++) {
        ENABLE(word) = ~0u;
    }
}

static void enable(unsigned line, bool on)
{
    uint32_t state = spoor_irq_save();

    uint32_t *enabled = &plic.lines[line / 32].enabled;

    *enabled = on ? *enabled | bit(line) : *enabled & ~bit(line);
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

    put_back();
    rv32_irqctl.level_of[line] = (uint8_t)(level * sizeof(struct rv32_level));
    for (unsigned l = 0; l <= SPOOR_IRQ_LEVELS; l++) {
        uint32_t *word = &plic.urgent[l][line / 32];

        *word = level < l ? *word | bit(line) : *word & ~bit(line);
    }
    set_priority(line);
    allow_changed();
    spoor_irq_restore(state);
}

/* Raise `line` while another one interrupts. */
static __attribute__((noinline)) bool pend_beside(unsigned line)
{
    unsigned other = rv32_irqctl.raised_line;
    const struct rv32_level *level = level_of(line), *raised = rv32_irqctl.raised;

    if (line != other) {
        wait(line);
        if (level < raised || (level == raised && line < other)) {
            put_back();
            hal_irqctl_raise_next();
        }
    }
    return rv32_irqctl.raised_line == line;
}

/*
 * The hart prefers a software interrupt to the timer's. It is triggered when interrupts are unmasked again,
 * so that the timer needn't wait for both this section and that interrupt. If another interrupt occurs
 * before, its end triggers it.
 */
void irqctl_pend(unsigned line)
{
    struct lines *lines = &plic.lines[line / 32];
    uint32_t line_bit = bit(line);
    bool now = true;

    __asm__ volatile("" : "+r"(lines), "+r"(line_bit)); /* computed before interrupts are masked */
    uint32_t state = spoor_irq_save();

    if (rv32_irqctl.raised != NULL) {
        now = pend_beside(line);
    } else if ((lines->enabled & line_bit) != 0 && level_of(line) < rv32_irqctl.serving) {
        set_raised(line, &lines->raised, line_bit);
    } else {
        wait(line);
        now = false;
    }
    spoor_irq_restore(state);
    if (now) {
        MSIP = 1;
    }
}

void irqctl_signal(uint32_t cpu_mask, unsigned line)
{
    (void)cpu_mask;
    (void)line;
}
