/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Enter and leave in C. They work on any core, but take more instructions than an assembly version. The
 * build prints a note.
 */
#include <spoor/port/block_pair.h>
#include <spoor/port/restart.h>

#if !SPOOR_RESTARTABLE_BLOCKS

void trace_visit_begin(uintptr_t mode)
{
    struct trace_context *c = spoor_port_context();

    if (c->top == c->limit) {
        trace_pair_enter_full(mode);
    } else {
        trace_pair_enter(c, mode);
    }
}

#endif

#if CONFIG_TRACE_NET

/*
 * Add the visit `o`, which ends now, unless interrupts stole time from it, it sets an extreme, or a sink
 * wants it. The caller must hold the lock. Values are loaded as late as possible, so that they fit a core
 * with eight registers.
 */
static inline bool add_visit(struct trace_context *c, const struct trace_open *o, struct trace_block *b,
                             uint32_t wall_cycles)
{
    if (c->stolen_cycles != o->stolen_cycles || wall_cycles - b->min_cycles >= b->quick_cycles) {
        return false;
    }
    b->last_cycles = wall_cycles;
    b->last_stolen_cycles = 0;
    b->count++;
    spoor_sum_add(&b->sum_cycles, wall_cycles);

    uint32_t entry_cycles = o->inner_cycles, children_cycles = c->inner_cycles - entry_cycles;

    c->inner_cycles = entry_cycles + wall_cycles;
    if (children_cycles != 0) {
        spoor_sum_add(&b->children_sum_cycles, children_cycles);
    }
    return true;
}

/* @return false if the visit needs the general code; `end` is then set to the time of its end */
static inline bool end_visit(struct trace_context *c, const struct trace_open *o, struct trace_block *b,
                             struct trace_stamp *end)
{
    uint32_t state = trace_lock(&b->lock);
    uint32_t end_cycles = spoor_port_cycles();
    bool added = add_visit(c, o, b, end_cycles - o->begin_cycles);

    if (__builtin_expect(!added, 0)) {
        *end = (struct trace_stamp){end_cycles, c->stolen_cycles, trace_age()};
    }
    trace_unlock(&b->lock, state);
    return added;
}

#else

static inline bool add_visit(struct trace_block *b, uint32_t wall_cycles)
{
    if (wall_cycles - b->min_cycles >= b->quick_cycles) {
        return false;
    }
    spoor_sum_add(&b->sum_cycles, wall_cycles);
    b->count++;
    b->last_cycles = wall_cycles;
    return true;
}

static inline bool end_visit(struct trace_context *c, const struct trace_open *o, struct trace_block *b,
                             struct trace_stamp *end)
{
    *end = trace_stamp_now(c);
    if (o->age != end->age) {
        return false;
    }
    uint32_t state = trace_lock(&b->lock);
    bool added = add_visit(b, end->cycles - o->begin_cycles);

    trace_unlock(&b->lock, state);
    return added;
}

#endif

/* In correct code `b` is the innermost open block, and leaving it is a single update. */
void trace_visit_end(struct trace_block *b, uintptr_t mode)
{
    struct trace_context *c = spoor_port_context();
    struct trace_open *o = c->top;

    if (__builtin_expect((TRACE_LIMIT_IS_BELOW || o != c->open) && (--o)->mode == mode, 1)) {
        struct trace_stamp end;

        if (__builtin_expect(end_visit(c, o, b, &end), 1)) {
            c->top = o;
        } else {
            trace_pair_leave(b, end.cycles, end.stolen_cycles, end.age);
        }
        return;
    }
    trace_pair_leave_now(b);
}

#if CONFIG_TRACE_NET

#if !SPOOR_RESTARTABLE_BLOCKS

void trace_scope_enter(struct trace_scope *s)
{
    struct trace_context *c = spoor_port_context();
    struct trace_stamp m = trace_stamp_now(c);

    s->inner_cycles = c->inner_cycles; /* after the clock, as in trace_pair_enter() */
    s->stolen_cycles = m.stolen_cycles;
    s->begin_cycles = m.cycles;
    s->age = m.age;
}

#endif

void trace_scope_leave(const struct trace_scope *s)
{
    struct trace_stamp m = trace_stamp_now(spoor_port_context());

    trace_scope_leave_at(s, m.cycles, m.stolen_cycles, m.age);
}

#elif !defined(SCOPE_RECORD_IN_ASSEMBLY)

void trace_scope_record(struct trace_block *b, uint32_t begin_cycles, uint32_t begin_age)
{
    uint32_t cycles = spoor_port_cycles() - begin_cycles;

    if (__builtin_expect(begin_age == trace_age(), 1)) {
        uint32_t state = trace_lock(&b->lock);
        bool added = add_visit(b, cycles);

        trace_unlock(&b->lock, state);
        if (__builtin_expect(added, 1)) {
            return;
        }
    }
    trace_scope_record_other(b, cycles, begin_age);
}

#endif
