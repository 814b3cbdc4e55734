/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The longest section with interrupts masked, for each CPU. A CPU's numbers are written by that CPU alone.
 * Others change the settings, and count the changes: a CPU takes them over when its next section begins.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_MASKED

#include <spoor/masked.h>
#include <spoor/port/atomic.h>
#include <spoor/port/kernel_events.h>
#include <spoor/port/port.h>

static struct masked {
    uint32_t since;
    uintptr_t caller; /* of the open section; 0: none is open */
    uint32_t least;   /* sections of at least this length are noted */
    uint32_t taken;   /* the changes that this CPU has taken over */
    uint32_t version; /* odd while the members after it change */
    uint32_t resets;
    struct trace_masked longest;
} masked[CONFIG_CPUS];

bool spoor_masked_on = true;
static uint32_t record_cycles;
static volatile uint32_t resets, changes = 1; /* so that each CPU takes over the first */

#define GET(word)           __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define GET_FIRST(word)     __atomic_load_n(&(word), __ATOMIC_ACQUIRE)
#define SET(word, to)       __atomic_store_n(&(word), (to), __ATOMIC_RELAXED)
#define SET_AFTER(word, to) __atomic_store_n(&(word), (to), __ATOMIC_RELEASE)

/* A read from another CPU between the two changes of the version, or around them, is repeated. */
static void set_longest(struct masked *m, uintptr_t caller, uint32_t cycles, uint32_t sections)
{
    SET(m->version, m->version + 1);
    SET_AFTER(m->longest.cycles, cycles);
    SET_AFTER(m->longest.caller, caller);
    SET_AFTER(m->longest.sections, sections);
    SET_AFTER(m->version, m->version + 1);
}

static void set_least(struct masked *m)
{
    uint32_t longer = m->longest.cycles, record = GET(record_cycles);

    longer += longer != UINT32_MAX;
    m->least = record != 0 && record < longer ? record : longer;
}

/* The count of changes is read first: what changes later is taken over once more. */
static __attribute__((noinline)) void take_over(struct masked *m)
{
    m->taken = GET_FIRST(changes);

    uint32_t reset = GET(resets);

    if (m->resets != reset) {
        set_longest(m, 0, 0, 0);
        SET_AFTER(m->resets, reset);
    }
    set_least(m);
}

static inline void begin(uintptr_t caller)
{
    struct masked *m = &masked[spoor_port_cpu()];

    if (__builtin_expect(m->taken != GET(changes), 0)) {
        take_over(m);
    }
    m->caller = caller;
    m->since = spoor_port_cycles();
}

/* Not inlined, so that the return address is in the function that masked interrupts. */
__attribute__((noinline)) void spoor_masked_begin(void)
{
    begin((uintptr_t)__builtin_return_address(0));
}

void spoor_masked_begin_by(uintptr_t caller)
{
    begin(caller);
}

static __attribute__((noinline)) void note(struct masked *m, uintptr_t caller, uint32_t cycles)
{
    if (cycles > m->longest.cycles) {
        set_longest(m, caller, cycles, m->longest.sections);
        set_least(m);
    }
    trace_event(irq_masked, caller, cycles);
}

__attribute__((noinline)) void spoor_masked_end(void)
{
    uint32_t now = spoor_port_cycles();
    struct masked *m = &masked[spoor_port_cpu()];
    uintptr_t caller = m->caller;

    m->caller = 0;
    /* After a change the section isn't whole: its begin was before a reset, or wasn't seen. */
    if (caller == 0 || m->taken != GET(changes)) {
        return;
    }
    SET(m->longest.sections, m->longest.sections + 1);
    if (now - m->since >= m->least) {
        note(m, caller, now - m->since);
    }
}

void trace_masked_get(unsigned cpu, struct trace_masked *m)
{
    const struct masked *of = &masked[cpu];
    uint32_t state = spoor_port_lock(); /* this CPU's numbers don't change now */
    uint32_t version, reset;

    do {
        version = GET_FIRST(of->version);
        reset = GET_FIRST(of->resets);
        m->cycles = GET_FIRST(of->longest.cycles);
        m->caller = GET_FIRST(of->longest.caller);
        m->sections = GET_FIRST(of->longest.sections);
    } while (version % 2 != 0 || GET(of->version) != version);
    if (reset != GET(resets)) {
        *m = (struct trace_masked){0};
    }
    spoor_port_unlock(state);
}

/* What was set before it is seen by a CPU that sees the change. */
static void change(void)
{
    uint32_t before;

    do {
        before = changes;
    } while (!spoor_atomic_cas(&changes, before, before + 1));
}

void trace_masked_reset(void)
{
    spoor_atomic_inc(&resets);
    change();
}

void trace_masked_enable(bool on)
{
    if (on && !trace_masked_is_on()) {
        change(); /* a section that has begun has a begin of long ago */
    }
    SET_AFTER(spoor_masked_on, on);
}

void trace_masked_set_record(uint32_t cycles)
{
    SET(record_cycles, cycles);
    change();
}

uint32_t trace_masked_record(void)
{
    return GET(record_cycles);
}

#endif
