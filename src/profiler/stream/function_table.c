/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions by count, total, self and max, on the target: a hash table of fixed size, fed by the hooks. What
 * is open stands in the context that entered, so that threads and interrupts don't mix; time that a context
 * was interrupted or switched out is taken off, and so is the time that the hooks took.
 */
#include <errno.h>
#include <string.h>
#include "function_priv.h"

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION && CONFIG_TRACE_FUNCTION_TABLE

_Static_assert(CONFIG_TRACE_FUNCTION_TABLE <= 0xFFFF, "a hash of 16 bits reaches every place");
_Static_assert(CONFIG_TRACE_FUNCTION_DEPTH <= 0xFF, "the depth is one byte");

static struct trace_function table[CONFIG_TRACE_FUNCTION_TABLE];
static struct trace_function_losses losses;
static uint32_t epoch = 1; /* what contexts have open counts while this stands still */

#if CONFIG_CPUS > 1
static uint32_t held;
#endif

static uint32_t table_lock(void)
{
    uint32_t state = port_lock();

#if CONFIG_CPUS > 1
    while (__atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE) != 0) {
    }
#endif
    return state;
}

static void table_unlock(uint32_t state)
{
#if CONFIG_CPUS > 1
    __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
#endif
    port_unlock(state);
}

/* The place of `fn`, or a free one for it, or NULL. */
static struct trace_function *place_locked(uint32_t fn)
{
    uint32_t hash = (fn >> 1) * 40503u & 0xFFFF; /* the golden ratio of 2^16 */
    uint32_t n = hash * CONFIG_TRACE_FUNCTION_TABLE >> 16;

    for (unsigned i = 0; i < CONFIG_TRACE_FUNCTION_TABLE; i++) {
        struct trace_function *f = &table[n];

        if (f->fn == fn || f->fn == 0) {
            return f;
        }
        n = n + 1 < CONFIG_TRACE_FUNCTION_TABLE ? n + 1 : 0;
    }
    return NULL;
}

/* What has been taken from the context so far. */
static uint32_t away_cycles(const struct trace_context *c)
{
#if CONFIG_TRACE_NET
    return c->stolen_cycles + c->functions.overhead_cycles;
#else
    return c->functions.overhead_cycles;
#endif
}

/* The context's calls; none are open when the table was emptied or stood still since. */
static struct trace_calls *calls_of(struct trace_context *c)
{
    struct trace_calls *s = &c->functions;

    if (s->epoch != epoch) {
        s->epoch = epoch;
        s->depth = 0;
        s->beyond = 0;
    }
    return s;
}

void trace_function_table_enter(struct trace_context *c, uint32_t fn, uint32_t now_cycles)
{
    struct trace_calls *s = calls_of(c);

    if (s->depth == CONFIG_TRACE_FUNCTION_DEPTH) {
        uint32_t state = table_lock();

        s->beyond++;
        losses.too_deep++;
        table_unlock(state);
        s->overhead_cycles += port_cycles() - now_cycles;
        return;
    }
    struct trace_call *call = &s->calls[s->depth++];

    call->fn = fn;
    call->inside_cycles = 0;
    call->begin_cycles = port_cycles();
    s->overhead_cycles += call->begin_cycles - now_cycles;
    call->away_cycles = away_cycles(c);
}

static bool is_open(const struct trace_calls *s, uint32_t fn)
{
    for (unsigned i = 0; i < s->depth; i++) {
        if (s->calls[i].fn == fn) {
            return true;
        }
    }
    return false;
}

static void add(uint32_t fn, uint32_t net_cycles, uint32_t self_cycles, bool outermost)
{
    uint32_t state = table_lock();
    struct trace_function *f = place_locked(fn);

    if (f == NULL) {
        losses.full++;
    } else {
        f->fn = fn;
        f->count++;
        f->self_cycles += self_cycles;
        f->total_cycles += outermost ? net_cycles : 0;
        if (net_cycles > f->max_cycles) {
            f->max_cycles = net_cycles;
        }
    }
    table_unlock(state);
}

/* Ends the innermost visit of `fn`; those inside of it were left in a way that no hook saw. */
static void leave_open(struct trace_context *c, uint32_t fn, uint32_t now_cycles)
{
    struct trace_calls *s = &c->functions;
    unsigned n = s->depth;

    while (n > 0 && s->calls[n - 1].fn != fn) {
        n--;
    }
    if (n == 0) {
        return; /* entered before the table ran */
    }
    const struct trace_call *call = &s->calls[n - 1];
    uint32_t net = now_cycles - call->begin_cycles - (away_cycles(c) - call->away_cycles);

    s->depth = (uint8_t)(n - 1);
    if (n > 1) {
        s->calls[n - 2].inside_cycles += net;
    }
    add(fn, net, net - call->inside_cycles, !is_open(s, fn));
}

void trace_function_table_leave(struct trace_context *c, uint32_t fn, uint32_t now_cycles)
{
    struct trace_calls *s = calls_of(c);

    if (s->beyond != 0) {
        s->beyond--;
    } else {
        leave_open(c, fn, now_cycles);
    }
    s->overhead_cycles += port_cycles() - now_cycles;
}

void trace_function_table_forget_open(void)
{
    uint32_t state = table_lock();

    epoch++;
    table_unlock(state);
}

void trace_function_table_reset(void)
{
    uint32_t state = table_lock();

    memset(table, 0, sizeof table);
    losses = (struct trace_function_losses){0};
    epoch++;
    table_unlock(state);
}

int trace_function_table_get(unsigned n, struct trace_function *f)
{
    if (n >= CONFIG_TRACE_FUNCTION_TABLE) {
        return -EINVAL;
    }
    uint32_t state = table_lock();

    *f = table[n];
    table_unlock(state);
    return f->fn != 0 ? 0 : -ENOENT;
}

void trace_function_table_losses(struct trace_function_losses *l)
{
    uint32_t state = table_lock();

    *l = losses;
    table_unlock(state);
}

#endif
