/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Computes totals of functions from arcs. Cycles of calls are found by Tarjan's algorithm, which returns them
 * callees first, so that all callees of a cycle have their totals when the cycle is processed. An arc without
 * a total gets the part of the callee's total that corresponds to its part of the calls, like in gprof: the
 * time per call is assumed to be the same for all callers.
 */
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include "profile_priv.h"

/* The arcs of function f are first[f] to first[f + 1] - 1. */
struct search {
    const struct profile *p;
    struct profile_summary *s;
    size_t *first;
    uint32_t *index, *low, *group; /* index, low: of Tarjan's algorithm; group: number of the finished
                                    * group plus 1, 0: unfinished */
    uint32_t *stack, *path;
    size_t *arc; /* next arc to follow for each function in the path */
    uint32_t counted, depth, waiting, groups;
    uint64_t *total, *entered; /* value of each group, and the calls from outside */
};

static int by_caller(const void *a, const void *b)
{
    const struct profile_arc *x = a, *y = b;

    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    return (x->callee > y->callee) - (x->callee < y->callee);
}

/* ------------------------------------------------------------------ a group whose callees are finished */

/* @return the part of the callee's value that belongs to an arc */
static uint64_t share(const struct search *g, const struct profile_arc *arc)
{
    uint32_t callee = g->group[arc->callee] - 1;

    if ((g->p->has & PROFILE_TOTALS) != 0) {
        return arc->total;
    }
    return g->entered[callee] != 0
               ? (uint64_t)((double)g->total[callee] * (double)arc->calls / (double)g->entered[callee] + 0.5)
               : 0;
}

static void add_function(struct search *g, uint32_t f, uint32_t group)
{
    struct profile_function *function = &g->s->functions[f];

    function->total = function->self = g->p->frames[f].self;
    for (size_t a = g->first[f]; a < g->first[f + 1]; a++) {
        struct profile_arc *arc = &g->s->arcs[a];

        if (g->group[arc->callee] != group) {
            arc->total = share(g, arc);
            function->total += arc->total;
        }
    }
    g->total[group - 1] += function->total;
}

/* Count the calls from outside for each group; its value is divided among them. */
static void count_entries(struct search *g)
{
    for (uint32_t f = 0; f < g->s->count; f++) {
        g->entered[g->group[f] - 1] += g->p->frames[f].calls;
    }
    for (size_t a = 0; a < g->s->arc_count; a++) {
        const struct profile_arc *arc = &g->s->arcs[a];

        if (g->group[arc->caller] != g->group[arc->callee]) {
            g->entered[g->group[arc->callee] - 1] += arc->calls;
        }
    }
}

/* ------------------------------------------------------------------ cycles */

static void settle(struct search *g, uint32_t root)
{
    uint32_t f, members = 0;

    g->groups++;
    do {
        f = g->stack[--g->waiting];
        g->group[f] = g->groups;
        members++;
    } while (f != root);
    if (members > 1) {
        g->s->cycles++;
        for (uint32_t n = 0; n < members; n++) {
            g->s->functions[g->stack[g->waiting + n]].cycle = g->s->cycles;
        }
    }
}

static void visit(struct search *g, uint32_t f)
{
    g->index[f] = g->low[f] = ++g->counted;
    g->stack[g->waiting++] = f;
    g->path[g->depth] = f;
    g->arc[g->depth++] = g->first[f];
}

static void lower(struct search *g, uint32_t f, uint32_t to)
{
    if (to < g->low[f]) {
        g->low[f] = to;
    }
}

static void find_groups(struct search *g, uint32_t from)
{
    visit(g, from);
    while (g->depth != 0) {
        uint32_t f = g->path[g->depth - 1];

        if (g->arc[g->depth - 1] < g->first[f + 1]) {
            uint32_t callee = g->s->arcs[g->arc[g->depth - 1]++].callee;

            if (g->index[callee] == 0) {
                visit(g, callee);
            } else if (g->group[callee] == 0) {
                lower(g, f, g->index[callee]);
            }
            continue;
        }
        g->depth--;
        if (g->depth != 0) {
            lower(g, g->path[g->depth - 1], g->low[f]);
        }
        if (g->low[f] == g->index[f]) {
            settle(g, f);
        }
    }
}

/* Groups are numbered callees first, so their functions are added in order of these numbers. */
static void sum_up(struct search *g)
{
    uint32_t count = g->s->count, *order = g->stack, *begin = g->low;

    memset(begin, 0, (count + 2) * sizeof *begin);
    for (uint32_t f = 0; f < count; f++) {
        begin[g->group[f] + 1]++;
    }
    for (uint32_t n = 1; n < g->groups + 2; n++) {
        begin[n] += begin[n - 1];
    }
    for (uint32_t f = 0; f < count; f++) {
        order[begin[g->group[f]]++] = f;
    }
    for (uint32_t n = 0; n < count; n++) {
        add_function(g, order[n], g->group[order[n]]);
    }
    for (uint32_t f = 0; f < count; f++) {
        struct profile_function *function = &g->s->functions[f];

        if (function->cycle != 0) {
            g->s->cycle_total[function->cycle] = g->total[g->group[f] - 1];
        }
    }
}

static void count_calls(struct search *g)
{
    for (uint32_t f = 0; f < g->s->count; f++) {
        g->s->functions[f].calls = g->p->frames[f].calls;
        g->s->all += g->p->frames[f].self;
    }
    for (size_t a = 0; a < g->s->arc_count; a++) {
        g->s->functions[g->s->arcs[a].callee].calls += g->s->arcs[a].calls;
    }
}

static void index_arcs(struct search *g)
{
    size_t a = 0;

    for (uint32_t f = 0; f <= g->s->count; f++) {
        while (a < g->s->arc_count && g->s->arcs[a].caller < f) {
            a++;
        }
        g->first[f] = a;
    }
}

bool profile_propagate(struct profile *p, struct profile_summary *s)
{
    size_t n = (size_t)p->frame_count + 3;
    uint32_t *words = calloc(5 * n, sizeof *words);
    uint64_t *values = calloc(2 * n, sizeof *values);
    size_t *places = calloc(2 * n, sizeof *places);
    struct search g = {.p = p, .s = s};

    s->arc_count = p->arc_count;
    s->arcs = malloc((p->arc_count + 1) * sizeof *s->arcs);
    s->cycle_total = calloc(n, sizeof *s->cycle_total);
    bool ok = words != NULL && values != NULL && places != NULL && s->arcs != NULL && s->cycle_total != NULL;

    if (ok) {
        g.index = words;
        g.low = words + n;
        g.group = words + 2 * n;
        g.stack = words + 3 * n;
        g.path = words + 4 * n;
        g.total = values;
        g.entered = values + n;
        g.first = places;
        g.arc = places + n;
        if (p->arc_count != 0) {
            memcpy(s->arcs, p->arcs, p->arc_count * sizeof *s->arcs);
            sort_stable(s->arcs, s->arc_count, sizeof *s->arcs, by_caller);
        }
        index_arcs(&g);
        for (uint32_t f = 0; f < s->count; f++) {
            if (g.index[f] == 0) {
                find_groups(&g, f);
            }
        }
        count_entries(&g);
        count_calls(&g);
        sum_up(&g);
    }
    free(words);
    free(values);
    free(places);
    return ok;
}
