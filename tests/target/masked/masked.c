/* SPDX-License-Identifier: BSD-2-Clause */
/* Sections of known length, longer than those of the kernel. */
#include <arch/delay.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <drivers/irqctl.h>
#include <hal/cpu.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/masked.h>
#include <spoor/port/irq.h>
#include <test/test.h>

#define SHORT_INSTRUCTIONS 30000
#define LONG_INSTRUCTIONS  50000
#define NEXT               512 /* bytes: more than a function of this file has */

static __attribute__((noinline)) void hold_short(void)
{
    uint32_t state = spoor_irq_save();

    arch_delay(SHORT_INSTRUCTIONS);
    spoor_irq_restore(state);
}

static __attribute__((noinline)) void hold_long(void)
{
    uint32_t state = spoor_irq_save();

    arch_delay(LONG_INSTRUCTIONS);
    spoor_irq_restore(state);
}

static __attribute__((noinline)) void hold_nested(void)
{
    uint32_t state = spoor_irq_save();

    hold_short();
    arch_delay(LONG_INSTRUCTIONS - SHORT_INSTRUCTIONS);
    spoor_irq_restore(state);
}

static bool is_in(uintptr_t address, void (*function)(void))
{
    uintptr_t begin = (uintptr_t)function & ~(uintptr_t)1;

    return address > begin && address < begin + NEXT;
}

/* @return the longest section of this CPU since the reset */
static struct trace_masked longest_of(void (*function)(void))
{
    struct trace_masked m;

    trace_masked_reset();
    function();
    trace_masked_get(hal_cpu_id(), &m);
    return m;
}

static uint32_t ns_of(const struct trace_masked *m)
{
    return (uint32_t)((uint64_t)m->cycles * 1000000000 / clock_hz());
}

/* In `exact` an instruction is 1 ns. The rest is the way into the function and out, and a tick of the
 * counter. */
static void check_length(const struct trace_masked *m, uint32_t instructions)
{
    test_note("%lu ns for %lu instructions", (unsigned long)ns_of(m), (unsigned long)instructions);
    CHECK(ns_of(m) + clock_resolution_ns() >= instructions);
    CHECK(ns_of(m) <= instructions + 24 + clock_resolution_ns());
}

TEST("the longest section has the length and the caller of the planted one")
{
    struct trace_masked m = longest_of(hold_short);

    check_length(&m, SHORT_INSTRUCTIONS);
    CHECK(is_in(m.caller, hold_short));
    CHECK(m.sections > 0);
    m = longest_of(hold_long);
    check_length(&m, LONG_INSTRUCTIONS);
    CHECK(is_in(m.caller, hold_long));
}

TEST("a shorter section doesn't replace a longer one")
{
    struct trace_masked m = longest_of(hold_long), later;

    hold_short();
    trace_masked_get(hal_cpu_id(), &later);
    CHECK_EQ(later.cycles, m.cycles);
    CHECK(later.caller == m.caller && later.sections > m.sections);
}

TEST("nested sections are one section of the outer caller")
{
    struct trace_masked m = longest_of(hold_nested);

    CHECK(is_in(m.caller, hold_nested));
    CHECK(ns_of(&m) + clock_resolution_ns() >= LONG_INSTRUCTIONS);
}

TEST("a reset forgets the longest section and the number")
{
    struct trace_masked m = longest_of(hold_long);

    CHECK(m.sections > 0);
    trace_masked_reset();
    trace_masked_get(hal_cpu_id(), &m);
    CHECK_EQ(m.cycles, 0);
    CHECK_EQ(m.sections, 0);
    CHECK(m.caller == 0);
}

TEST("nothing is measured while it is off, nor a section that began then")
{
    struct trace_masked m;

    trace_masked_reset();
    trace_masked_enable(false);
    hold_long();

    uint32_t state = spoor_irq_save();

    arch_delay(LONG_INSTRUCTIONS);
    trace_masked_enable(true);
    spoor_irq_restore(state);
    hold_short();
    trace_masked_get(hal_cpu_id(), &m);
    check_length(&m, SHORT_INSTRUCTIONS);
    CHECK(is_in(m.caller, hold_short));
}

static volatile bool served;

static void hold_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    hold_long();
    served = true;
}

/* A handler masks interrupts, and so does the thread that it interrupts, before and after. */
static void interrupted(void)
{
    hold_short();
    irqctl_pend(board.spare_lines[0]);
    while (!served) {
    }
    hold_short();
}

TEST("a section of an interrupt's handler is measured, without the time that the handler isn't masked")
{
    if (board.spare_lines[0] == 0) {
        test_skip("no spare line");
    }
    REQUIRE(irq_attach(board.spare_lines[0], 2, hold_isr, NULL, "hold") == 0);
    served = false;

    struct trace_masked m = longest_of(interrupted);

    irq_detach(board.spare_lines[0]);
    CHECK(is_in(m.caller, hold_long));
    check_length(&m, LONG_INSTRUCTIONS);
}

/* An interrupt that becomes due within a section is served after it, and isn't part of it. */
static void hold_and_pend(void)
{
    uint32_t state = spoor_irq_save();

    irqctl_pend(board.spare_lines[0]);
    arch_delay(LONG_INSTRUCTIONS);
    CHECK(!served);
    spoor_irq_restore(state);
    while (!served) {
    }
}

static void delay_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    arch_delay(LONG_INSTRUCTIONS);
    served = true;
}

TEST("an interrupt that a section delays isn't part of the section")
{
    if (board.spare_lines[0] == 0) {
        test_skip("no spare line");
    }
    REQUIRE(irq_attach(board.spare_lines[0], 2, delay_isr, NULL, "delay") == 0);
    served = false;

    struct trace_masked m = longest_of(hold_and_pend);

    irq_detach(board.spare_lines[0]);
    CHECK(is_in(m.caller, hold_and_pend));
    CHECK(ns_of(&m) < LONG_INSTRUCTIONS + LONG_INSTRUCTIONS / 2);
}

/* The thread waits: the kernel's section around the switch isn't the time that the thread waited. */
static void wait(void)
{
    thread_sleep(5);
}

TEST("a wait within which other threads run isn't a section")
{
    struct trace_masked m = longest_of(wait);

    CHECK(m.sections > 0);
    CHECK(ns_of(&m) < SHORT_INSTRUCTIONS);
}

TEST("the kernel's own sections are shorter than the planted ones")
{
    struct trace_masked m;

    trace_masked_reset();
    arch_delay(1000000);
    trace_masked_get(hal_cpu_id(), &m);
    test_note("%lu ns, %lu sections", (unsigned long)ns_of(&m), (unsigned long)m.sections);
    CHECK(ns_of(&m) < SHORT_INSTRUCTIONS);
}
