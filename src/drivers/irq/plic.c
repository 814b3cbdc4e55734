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
#define CONTEXT      (board_irqctl.lines + 0x200000)
#define THRESHOLD    plic.context[0]
#define CLAIM        plic.context[1]
#define MSIP         (*plic.msip)

#define MI_SOFTWARE (1u << 3) /* bits of mie */
#define MI_TIMER    (1u << 7)
#define MI_EXTERNAL (1u << 11)

#define CAUSE_TIMER    4u /* bits of mcause that the others lack (Privileged Architecture, 3.1.15) */
#define CAUSE_EXTERNAL 8u

#define LINE_TIMER   7
#define LINE_SOURCE0 32
#define WORDS        4
#define LINES        (32 * WORDS)

/* Must be changed with interrupts masked. All are in reach of one address, because interrupts are served
 * masked. */
static struct {
    volatile uint32_t *context, *msip;
    unsigned serving;      /* level being served; SPOOR_IRQ_LEVELS outside interrupts */
    unsigned raised_line;  /* the raised line that interrupts now, or LINES. It isn't in `raised`. */
    unsigned raised_words; /* one bit per word with a raised line */
    uint32_t mie_of[SPOOR_IRQ_LEVELS + 1]; /* mie while a line of each level is served */
    uint32_t enabled[WORDS], raised[WORDS];
    uint32_t urgent[SPOOR_IRQ_LEVELS + 1][WORDS]; /* lines of higher priority than each level */
    uint8_t level_of[LINES];
} plic;

static uint32_t bit(unsigned line)
{
    return 1u << line % 32;
}

static void set_raised(unsigned line, bool on)
{
    unsigned word = line / 32;

    plic.raised[word] = on ? plic.raised[word] | bit(line) : plic.raised[word] & ~bit(line);
    plic.raised_words =
        plic.raised[word] != 0 ? plic.raised_words | 1u << word : plic.raised_words & ~(1u << word);
}

static unsigned most_urgent(void)
{
    unsigned found = LINES, level = plic.serving;

    for (unsigned word = 0; plic.raised_words >> word != 0; word++) {
        uint32_t due;

        while ((due = plic.raised[word] & plic.enabled[word] & plic.urgent[level][word]) != 0) {
            found = 32 * word + (unsigned)__builtin_ctz(due);
            level = plic.level_of[found];
        }
    }
    return found;
}

/* Raise `line`, which isn't in `raised`, or no line. */
static void interrupt_by(unsigned line)
{
    plic.raised_line = line;
    MSIP = line != LINES;
}

/* Let the raised line that interrupts now wait, because it can't, or isn't the most urgent any more. */
static __attribute__((noinline)) void put_back(void)
{
    if (plic.raised_line != LINES) {
        set_raised(plic.raised_line, true);
        interrupt_by(LINES);
    }
}

static __attribute__((noinline)) void take_most_urgent(void)
{
    unsigned line = most_urgent();

    if (line != LINES) {
        set_raised(line, false);
        interrupt_by(line);
    }
}

/* Serve `level`. Only enabled lines with a higher priority may interrupt. */
static inline void allow(unsigned level)
{
    plic.serving = level;
    THRESHOLD = SPOOR_IRQ_LEVELS - level;
    __asm__ volatile("csrw mie, %0" ::"r"(plic.mie_of[level]));
}

/* Allow them after a change of lines. */
static void allow_changed(void)
{
    for (unsigned level = 0; level <= SPOOR_IRQ_LEVELS; level++) {
        bool timer = (plic.enabled[0] & plic.urgent[level][0] & bit(LINE_TIMER)) != 0;

        plic.mie_of[level] = MI_SOFTWARE | MI_EXTERNAL | (timer ? MI_TIMER : 0);
    }
    put_back();
    take_most_urgent();
    allow(plic.serving);
}

/* @return whether the raised `line` may interrupt now, before line `other`, which may be LINES */
static bool interrupts_before(unsigned line, unsigned other)
{
    unsigned level = plic.level_of[line];

    if ((plic.enabled[line / 32] & bit(line)) == 0 || level >= plic.serving) {
        return false;
    }
    return other == LINES || level < plic.level_of[other] || (level == plic.level_of[other] && line < other);
}

static void set_priority(unsigned line)
{
    if (line > LINE_SOURCE0) { /* the PLIC has no source 0 */
        PRIORITY(line - LINE_SOURCE0) =
            plic.enabled[line / 32] & bit(line) ? SPOOR_IRQ_LEVELS - plic.level_of[line] : 0;
    }
}

unsigned irqctl_lines(void)
{
    return LINES;
}

void irqctl_init(void)
{
    plic.context = &REG(CONTEXT);
    plic.msip = &REG(board_irqctl.cpu);
    plic.serving = SPOOR_IRQ_LEVELS;
    plic.raised_line = LINES;
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

    uint32_t *enabled = &plic.enabled[line / 32];

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

    plic.level_of[line] = (uint8_t)level;
    for (unsigned l = 0; l <= SPOOR_IRQ_LEVELS; l++) {
        uint32_t *word = &plic.urgent[l][line / 32];

        *word = level < l ? *word | bit(line) : *word & ~bit(line);
    }
    set_priority(line);
    allow_changed();
    spoor_irq_restore(state);
}

/*
 * The hart prefers a software interrupt to the timer's. It is triggered when interrupts are unmasked again,
 * so that the timer needn't wait for both this section and that interrupt. If another interrupt occurs
 * before, end() does it.
 */
void irqctl_pend(unsigned line)
{
    uint32_t state = spoor_irq_save();
    bool now = line == plic.raised_line;

    if (interrupts_before(line, plic.raised_line)) {
        if (plic.raised_line != LINES) {
            put_back();
        }
        plic.raised_line = line;
        now = true;
    } else if (!now) {
        set_raised(line, true);
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

/*
 * The steps of serving a line are inline, because interrupts are masked in the first and the last. If a more
 * urgent line than this one is pending, it interrupts as soon as they are unmasked.
 *
 * @return the level that was served before
 */
static inline unsigned begin(unsigned line)
{
    unsigned before = plic.serving;

    allow(plic.level_of[line]);
    return before;
}

static inline void put_back_less_urgent(void)
{
    if (__builtin_expect(plic.raised_line != LINES, 0) && plic.level_of[plic.raised_line] >= plic.serving) {
        put_back();
    }
}

static inline void run(unsigned line)
{
    spoor_irq_enable();
    hal_on_irq(line);
    spoor_irq_disable();
}

static inline void end(unsigned before)
{
    allow(before);
    if (plic.raised_line != LINES) {
        MSIP = 1;
    } else if (__builtin_expect(plic.raised_words != 0, 0)) {
        take_most_urgent();
    }
}

void hal_irqctl_serve(void)
{
    uint32_t cause;
    unsigned before;

    __asm__ volatile("csrr %0, mcause" : "=r"(cause)::"memory");
    if ((cause & (CAUSE_TIMER | CAUSE_EXTERNAL)) == 0) {
        unsigned line = plic.raised_line;

        interrupt_by(LINES);
        if (line == LINES) { /* irqctl_pend() triggered it again after the line was served */
            return;
        }
        before = begin(line);
        run(line);
    } else if (cause & CAUSE_TIMER) {
        before = begin(LINE_TIMER);
        put_back_less_urgent();
        run(LINE_TIMER);
    } else {
        unsigned source = CLAIM;

        if (source == 0) {
            return;
        }
        before = begin(LINE_SOURCE0 + source);
        put_back_less_urgent();
        run(LINE_SOURCE0 + source);
        CLAIM = source; /* completes the interrupt */
    }
    end(before);
}
