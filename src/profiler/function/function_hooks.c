/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hooks called by instrumented code. A hook does nothing, or records in the ring, or applies filters and
 * updates the table. This is decided when a setting changes, so that a hook tests only one word.
 *
 * Hooks can't recurse, because nothing that they call is instrumented: see UNINSTRUMENTED in scripts/graph.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION

#include <errno.h>
#include <spoor/event.h>
#include <spoor/function.h>
#include <spoor/port/function_entry.h>
#include <spoor/port/hooks.h>
#include <spoor/service.h>
#include <spoor/util/list.h>
#include "../record/ring_priv.h"
#include "function_priv.h"

#define HEADER_ENTER SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_ENTER)
#define HEADER_LEAVE SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_LEAVE)

/* Records of a function with its context, for recordings without switches. */
TRACE_EVENT_DEF_ROLE(function_enter, SPOOR_WIRE_ROLE_ENTER, TRACE_FUNCTION, "function:ptr",
                     "level/4+thread:thread");
TRACE_EVENT_DEF_ROLE(function_leave, SPOOR_WIRE_ROLE_LEAVE, TRACE_FUNCTION, "function:ptr",
                     "level/4+thread:thread");

SPOOR_ARRAY_SPREAD_DEF(trace_function_handler, trace_function_enter_handlers);
SPOOR_ARRAY_SPREAD_DEF(trace_function_handler, trace_function_leave_handlers);

struct trace_function_hooks trace_function_hooks;

/* While handlers run: the functions to call besides them. */
static struct trace_function_hooks handled;

/* The settings that select them, protected by `choice`. */
static struct {
    bool records;
    bool alone; /* switches aren't recorded, so each record has its context */
    bool table;
    bool handlers;
    unsigned excluded_contexts;
    unsigned filter_count;
} wanted;

static struct trace_lock choice;

static struct trace_function_filter filters[CONFIG_TRACE_FUNCTION_FILTERS];

/*
 * With sites that only the host switches, the hooks have those of these two events. The program couldn't
 * switch them, because the events are only on while records contain their context.
 */
#if CONFIG_TRACE_PATCHED == 1
#define HOOK_SITE(event) TRACE_SITE(&(event))
#else
#define HOOK_SITE(event) 1
#endif

void __cyg_profile_func_enter(void *fn, void *site)
{
    (void)site;
    if (HOOK_SITE(function_enter)) {
        void (*enter)(uint32_t) = __atomic_load_n(&trace_function_hooks.enter, __ATOMIC_RELAXED);

        if (enter != NULL) {
            enter((uint32_t)(uintptr_t)fn);
        }
    }
}

void __cyg_profile_func_exit(void *fn, void *site)
{
    (void)site;
    if (HOOK_SITE(function_leave)) {
        void (*leave)(uint32_t) = __atomic_load_n(&trace_function_hooks.leave, __ATOMIC_RELAXED);

        if (leave != NULL) {
            leave((uint32_t)(uintptr_t)fn);
        }
    }
}

/* ------------------------------------------------------------------ records */

static __attribute__((noinline)) void record_slow(uint32_t header, uint32_t fn)
{
    trace_emit_words(header, &fn, 1);
}

static inline __attribute__((always_inline)) void record(uint32_t header, uint32_t fn)
{
    uint32_t state;
    struct trace_ring *r = spoor_ring_enter(&state);
    uint32_t *at = r->next;

    if (__builtin_expect(at <= r->limit[0], 1)) {
        at[0] = (spoor_port_cycles() & SPOOR_WIRE_TIME_MASK) | header;
        at[1] = fn;
        r->next = at + 2;
        spoor_ring_leave(r, state);
        return;
    }
    spoor_ring_leave(r, state);
    record_slow(header, fn);
}

static void record_enter(uint32_t fn)
{
    record(HEADER_ENTER, fn);
}

static void record_leave(uint32_t fn)
{
    record(HEADER_LEAVE, fn);
}

/* @return the level of interrupts, 0 in a thread, and the number of the thread, 0 before the first */
static uint32_t context_word(void)
{
    const struct trace_context *c = spoor_port_context();
    uint32_t level = 0;

    if (c == NULL) {
        return 0;
    }
    for (; c->interrupted != NULL; c = c->interrupted) {
        level++;
    }
    return trace_thread_number(spoor_container_of(c, struct trace_thread, context)) << 4 |
           (level < 0xF ? level : 0xF);
}

static void record_enter_alone(uint32_t fn)
{
    trace_event(function_enter, fn, context_word());
}

static void record_leave_alone(uint32_t fn)
{
    trace_event(function_leave, fn, context_word());
}

/* ------------------------------------------------------------------ filters and the table */

static __attribute__((noinline)) bool filtered_out(uint32_t fn, unsigned count)
{
    bool only = false, included = false;

    for (unsigned i = 0; i < count; i++) {
        const struct trace_function_filter *f = &filters[i];
        bool within = (fn & ~1u) >= f->begin && (fn & ~1u) < f->end;

        if (within && f->exclude) {
            return true;
        }
        only |= !f->exclude;
        included |= within;
    }
    return only && !included;
}

static inline __attribute__((always_inline)) bool is_chosen(const struct trace_context *c, uint32_t fn)
{
    unsigned count = __atomic_load_n(&wanted.filter_count, __ATOMIC_ACQUIRE);

    return !(c != NULL && c->functions.excluded) && (count == 0 || !filtered_out(fn, count));
}

static inline __attribute__((always_inline)) void record_chosen(uint32_t fn, void (*record_one)(uint32_t fn))
{
    if (wanted.records && is_chosen(spoor_port_context(), fn)) {
        record_one(fn);
    }
}

static void enter_any(uint32_t fn)
{
    record_chosen(fn, record_enter);
}

static void leave_any(uint32_t fn)
{
    record_chosen(fn, record_leave);
}

static void enter_any_alone(uint32_t fn)
{
    record_chosen(fn, record_enter_alone);
}

static void leave_any_alone(uint32_t fn)
{
    record_chosen(fn, record_leave_alone);
}

#if CONFIG_TRACE_FUNCTION_TABLE

static inline void record_enter_wanted(uint32_t fn)
{
    if (wanted.alone) {
        record_enter_alone(fn);
    } else {
        record_enter(fn);
    }
}

static inline void record_leave_wanted(uint32_t fn)
{
    if (wanted.alone) {
        record_leave_alone(fn);
    } else {
        record_leave(fn);
    }
}

static void enter_table(uint32_t fn)
{
    struct trace_context *c = spoor_port_context();
    struct trace_hook hook;

    if (c == NULL) {
        record_chosen(fn, record_enter_wanted);
        return;
    }
    trace_function_enter_begin(&c->functions, &hook);
    bool chosen = is_chosen(c, fn);

    if (chosen && wanted.records) {
        record_enter_wanted(fn);
    }
    trace_function_enter_end(&c->functions, fn, chosen, &hook);
}

static void leave_table(uint32_t fn)
{
    struct trace_context *c = spoor_port_context();
    struct trace_hook hook;

    if (c == NULL) {
        record_chosen(fn, record_leave_wanted);
        return;
    }
    trace_function_leave_begin(&c->functions, fn, &hook);
    bool chosen = is_chosen(c, fn);

    if (chosen && wanted.records) {
        record_leave_wanted(fn);
    }
    trace_function_leave_end(&c->functions, fn, chosen, &hook);
}

#else

/* Never chosen. */
#define enter_table enter_any
#define leave_table leave_any

#endif

#if CONFIG_TRACE_FUNCTION_PATCHED

static void lose(const struct trace_event *alone, unsigned id)
{
    uint32_t state;
    struct trace_ring *r = spoor_ring_enter(&state);

    spoor_ring_lose(r, &r->dropped, wanted.alone ? alone->header >> SPOOR_WIRE_TIME_BITS : id);
    spoor_ring_leave(r, state);
}

void trace_function_missed(uint32_t fn)
{
    if (!is_chosen(spoor_port_context(), fn)) {
        return;
    }
#if CONFIG_TRACE_FUNCTION_TABLE
    if (wanted.table) {
        trace_function_table_missed();
    }
#endif
    if (wanted.records) {
        lose(&function_enter, SPOOR_WIRE_ID_ENTER);
        lose(&function_leave, SPOOR_WIRE_ID_LEAVE);
    }
}

#endif

/* ------------------------------------------------------------------ handlers */

static void run_handlers(const trace_function_handler *begin, const trace_function_handler *end, uint32_t fn)
{
    struct trace_context *c = spoor_port_context();

    if (c == NULL || c->functions.handling || !is_chosen(c, fn)) {
        return;
    }
    c->functions.handling = true;
    for (; begin < end; begin++) {
        (*begin)(fn);
    }
    c->functions.handling = false;
}

static void enter_handled(uint32_t fn)
{
    run_handlers(trace_function_enter_handlers,
                 trace_function_enter_handlers + SPOOR_ARRAY_SPREAD_SIZE(trace_function_enter_handlers), fn);
    void (*enter)(uint32_t) = __atomic_load_n(&handled.enter, __ATOMIC_RELAXED);

    if (enter != NULL) {
        enter(fn);
    }
}

static void leave_handled(uint32_t fn)
{
    void (*leave)(uint32_t) = __atomic_load_n(&handled.leave, __ATOMIC_RELAXED);

    if (leave != NULL) {
        leave(fn);
    }
    run_handlers(trace_function_leave_handlers,
                 trace_function_leave_handlers + SPOOR_ARRAY_SPREAD_SIZE(trace_function_leave_handlers), fn);
}

/* ------------------------------------------------------------------ selection of the hooks */

static void store(struct trace_function_hooks *to, void (*enter)(uint32_t), void (*leave)(uint32_t))
{
    __atomic_store_n(&to->enter, enter, __ATOMIC_RELAXED);
    __atomic_store_n(&to->leave, leave, __ATOMIC_RELAXED);
}

static void set_hooks(void (*enter)(uint32_t), void (*leave)(uint32_t))
{
    if (wanted.handlers) {
        store(&handled, enter, leave);
        store(&trace_function_hooks, enter_handled, leave_handled);
    } else {
        store(&trace_function_hooks, enter, leave);
    }
}

static void choose_locked(void)
{
    if (!wanted.records && !wanted.table) {
        set_hooks(NULL, NULL);
    } else if (wanted.table) {
        set_hooks(enter_table, leave_table);
    } else if (wanted.filter_count != 0 || wanted.excluded_contexts != 0) {
        set_hooks(wanted.alone ? enter_any_alone : enter_any, wanted.alone ? leave_any_alone : leave_any);
    } else if (wanted.alone) {
        set_hooks(record_enter_alone, record_leave_alone);
    } else {
        set_hooks(record_enter, record_leave);
    }
}

static void choose(void)
{
    uint32_t state = trace_lock(&choice);

    choose_locked();
    trace_unlock(&choice, state);
}

void trace_functions_apply(uint32_t services)
{
#if CONFIG_TRACE_FUNCTION_PATCHED
    /* Only functions that are switched on later refer to it. */
#ifdef __riscv
    __asm__ volatile(".reloc ., R_RISCV_NONE, spoor_function_entered");
#else
    __asm__ volatile(".reloc ., R_ARM_NONE, spoor_function_entered");
#endif
#endif
    uint32_t state = trace_lock(&choice);

    wanted.records = (services & TRACE_FUNCTION) != 0;
    wanted.alone = (services & TRACE_SWITCH) == 0;
    choose_locked();
    trace_unlock(&choice, state);
}

/* A call that was entered with one setting and left with another isn't measured. */
static void forget_open(void)
{
#if CONFIG_TRACE_FUNCTION_TABLE
    trace_function_table_forget_open();
#endif
}

/* Apply a change to the set of traced functions, or to the table. Calls that are open now aren't measured. */
static void changed(void)
{
    forget_open();
    choose();
    forget_open();
}

int trace_function_filter_add(const struct trace_function_filter *f)
{
    if (f->begin >= f->end) {
        return -EINVAL;
    }
    uint32_t state = trace_lock(&choice);
    bool room = wanted.filter_count < CONFIG_TRACE_FUNCTION_FILTERS;

    if (room) {
        filters[wanted.filter_count] = *f;
        __atomic_store_n(&wanted.filter_count, wanted.filter_count + 1, __ATOMIC_RELEASE);
    }
    trace_unlock(&choice, state);
    changed();
    return room ? 0 : -ENOSPC;
}

void trace_function_filters_clear(void)
{
    __atomic_store_n(&wanted.filter_count, 0, __ATOMIC_RELAXED);
    changed();
}

const struct trace_function_filter *trace_function_filter(unsigned n)
{
    return n < wanted.filter_count ? &filters[n] : NULL;
}

void trace_function_exclude_context(struct trace_context *c, bool exclude)
{
    uint32_t state = trace_lock(&choice);
    bool differs = c->functions.excluded != exclude;

    if (differs) {
        c->functions.excluded = exclude;
        wanted.excluded_contexts += exclude ? 1 : -1u;
    }
    trace_unlock(&choice, state);
    if (differs) {
        changed();
    }
}

void trace_function_handlers_run(bool run)
{
    wanted.handlers = run && SPOOR_ARRAY_SPREAD_SIZE(trace_function_enter_handlers) +
                                     SPOOR_ARRAY_SPREAD_SIZE(trace_function_leave_handlers) !=
                                 0;
    changed();
}

#if CONFIG_TRACE_FUNCTION_TABLE

void trace_function_table_run(bool run)
{
    wanted.table = run;
    changed();
}

bool trace_function_table_runs(void)
{
    return wanted.table;
}

#endif

#endif
