/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles of function calls: folded stacks (flamegraph.pl, speedscope, Perfetto), callgrind.out
 * (KCachegrind, callgrind_annotate); and waits as folded stacks: thread, reason, object.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <export/export.h>
#include <profile/profile.h>

static void take_call(struct export *e, const struct interval *i)
{
    if (i->kind == INTERVAL_FUNCTION) {
        profile_add(e->state, i);
    }
}

static void free_profile(struct export *e)
{
    profile_free(e->state);
}

static bool has_calls(struct export *e)
{
    const struct profile *p = e->state;

    if (p->count == 0) {
        e->refusal = "no function calls: build with CONFIG_TRACE_FUNCTION=1, then `trace_stream on function` "
                     "on the target";
    }
    return p->count != 0;
}

static const char *name_of(const struct export *e, const struct profile_node *n)
{
    return !n->is_context ? export_function(e, n->key)
           : n->is_irq    ? export_irq(e, n->key)
                          : export_thread(e, n->key);
}

/* ------------------------------------------------------------------ folded stacks */

/* A frame; a semicolon would begin another one. */
static void put_frame(struct out *o, const char *name)
{
    for (; *name != 0; name++) {
        out_char(o, *name == ';' || *name == '\n' ? ':' : *name);
    }
}

static void put_path(struct export *e, const struct profile *p, uint32_t n)
{
    if (p->nodes[n].parent != PROFILE_ROOT) {
        put_path(e, p, p->nodes[n].parent);
        out_char(e->out, ';');
    }
    put_frame(e->out, name_of(e, &p->nodes[n]));
}

static void folded_end(struct export *e)
{
    const struct profile *p = e->state;

    for (uint32_t n = 1; has_calls(e) && n < p->count; n++) {
        if (p->nodes[n].self != 0) {
            put_path(e, p, n);
            out_char(e->out, ' ');
            out_number(e->out, export_ns(e, p->nodes[n].self), 0);
            out_char(e->out, '\n');
        }
    }
}

static const struct exporter folded_exporter = {
    .name = "folded",
    .summary = "folded stacks of function calls in ns: flamegraph.pl, speedscope",
    .state_bytes = sizeof(struct profile),
    .interval = take_call,
    .end = folded_end,
    .free = free_profile,
};
SPOOR_EXPORTER(folded);

/* ------------------------------------------------------------------ waits */

struct wait {
    uint32_t thread, object;
    uint8_t reason;
    uint64_t cycles;
};

struct waits {
    struct wait *waits;
    size_t count, room;
};

static void take_wait(struct export *e, const struct interval *i)
{
    struct waits *w = e->state;
    size_t n = 0;

    if (i->kind != INTERVAL_STATE || i->state != FOLLOW_WAITS) {
        return;
    }
    while (n < w->count && (w->waits[n].thread != i->thread || w->waits[n].object != i->object ||
                            w->waits[n].reason != i->reason)) {
        n++;
    }
    if (n == w->room) {
        size_t room = w->room != 0 ? 2 * w->room : 64;
        struct wait *grown = realloc(w->waits, room * sizeof *grown);

        if (grown == NULL) {
            e->error = ENOMEM;
            return;
        }
        w->waits = grown;
        w->room = room;
    }
    if (n == w->count) {
        w->waits[w->count++] = (struct wait){i->thread, i->object, i->reason, 0};
    }
    w->waits[n].cycles += i->net;
}

static void offcpu_end(struct export *e)
{
    const struct waits *w = e->state;

    for (size_t n = 0; n < w->count; n++) {
        put_frame(e->out, export_thread(e, w->waits[n].thread));
        out_char(e->out, ';');
        const char *reason = spoor_reason(e->elf, w->waits[n].reason);

        put_frame(e->out, reason != NULL ? reason : "waits");
        if (w->waits[n].object != 0) {
            out_char(e->out, ';');
            put_frame(e->out, export_object(e, w->waits[n].object));
        }
        out_char(e->out, ' ');
        out_number(e->out, export_ns(e, w->waits[n].cycles), 0);
        out_char(e->out, '\n');
    }
    if (w->count == 0) {
        e->refusal = "no waits: `trace_stream on switch sync` on the target";
    }
}

static void offcpu_free(struct export *e)
{
    free(((struct waits *)e->state)->waits);
}

static const struct exporter offcpu_exporter = {
    .name = "folded-waits",
    .summary = "folded stacks of waits in ns: thread, reason, object",
    .state_bytes = sizeof(struct waits),
    .interval = take_wait,
    .end = offcpu_end,
    .free = offcpu_free,
};
SPOOR_EXPORTER(offcpu);

/* ------------------------------------------------------------------ callgrind */

/* Costs by function, and by caller and callee. */
struct arc {
    uint32_t caller, callee;
    uint64_t calls, total;
};

static int by_arc(const void *a, const void *b)
{
    const struct arc *x = a, *y = b;

    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    return (x->callee > y->callee) - (x->callee < y->callee);
}

/* The function of a node; contexts are functions of their own, above all addresses of code. */
static uint32_t function_of(const struct profile *p, uint32_t n)
{
    return p->nodes[n].is_context ? UINT32_MAX - n : p->nodes[n].key;
}

static const char *function_name(const struct export *e, const struct profile *p, uint32_t function)
{
    return UINT32_MAX - function < p->count ? name_of(e, &p->nodes[UINT32_MAX - function])
                                            : export_function(e, function);
}

static void put_function(struct export *e, const char *key, const char *name)
{
    out_text(e->out, key);
    out_text(e->out, name);
    out_char(e->out, '\n');
}

static void put_costs(struct export *e, const struct profile *p, struct arc *arcs, uint32_t count)
{
    uint64_t sum = 0;

    for (uint32_t n = 0; n < count;) {
        uint32_t caller = arcs[n].caller;

        put_function(e, "\nfn=", function_name(e, p, caller));
        while (n < count && arcs[n].caller == caller) {
            struct arc one = arcs[n++];

            while (n < count && arcs[n].caller == caller && arcs[n].callee == one.callee) {
                one.calls += arcs[n].calls;
                one.total += arcs[n++].total;
            }
            if (one.callee != 0) {
                put_function(e, "cfn=", function_name(e, p, one.callee));
                out_literal(e->out, "calls=");
                out_number(e->out, one.calls, 0);
                out_literal(e->out, " 0\n");
            } else {
                sum += one.total;
            }
            out_literal(e->out, "0 ");
            out_number(e->out, one.total, 0);
            out_char(e->out, '\n');
        }
    }
    out_literal(e->out, "\ntotals: ");
    out_number(e->out, sum, 0);
    out_char(e->out, '\n');
}

static void callgrind_end(struct export *e)
{
    struct profile *p = e->state;
    struct arc *arcs;
    uint32_t count = 0;

    if (!has_calls(e) || (arcs = malloc(2 * (size_t)p->count * sizeof *arcs)) == NULL) {
        return;
    }
    profile_sum(p);
    for (uint32_t n = 1; n < p->count; n++) {
        const struct profile_node *node = &p->nodes[n];

        arcs[count++] = (struct arc){function_of(p, n), 0, 0, node->self}; /* callee 0: itself */
        if (node->parent != PROFILE_ROOT) {
            arcs[count++] = (struct arc){function_of(p, node->parent), node->key, node->calls, node->total};
        }
    }
    qsort(arcs, count, sizeof *arcs, by_arc);
    out_literal(e->out,
                "# callgrind format\nversion: 1\ncreator: spoor\npositions: line\nevents: cycles\nfl=?\n");
    put_costs(e, p, arcs, count);
    free(arcs);
}

static const struct exporter callgrind_exporter = {
    .name = "callgrind",
    .summary = "callgrind.out of function calls, in cycles: KCachegrind, callgrind_annotate",
    .state_bytes = sizeof(struct profile),
    .interval = take_call,
    .end = callgrind_end,
    .free = free_profile,
};
SPOOR_EXPORTER(callgrind);
