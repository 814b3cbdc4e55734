/* SPDX-License-Identifier: BSD-2-Clause */
/* calls, calltree: the callers and callees of functions, and the call tree, from recordings and from profiles
 * of other tools. */
#include <stdio.h>
#include <stdlib.h>
#include <analysis/calls.h>
#include <analysis/analysis.h>
#include <base/sort.h>
#include <base/vector.h>

static void put_value(struct table *t, uint64_t value)
{
    table_number(t, value < INT64_MAX ? (int64_t)value : INT64_MAX);
}

static void put_text(struct table *t, const char *text)
{
    if (text != NULL) {
        table_text(t, text);
    } else {
        table_empty(t);
    }
}

static void put_calls(struct table *t, const struct profile *p, uint64_t calls)
{
    if ((p->has & PROFILE_CALLS) != 0) {
        put_value(t, calls);
    } else {
        table_empty(t);
    }
}

static void put_place(struct table *t, const struct profile_frame *f)
{
    char place[400];

    if (f->file == NULL) {
        table_empty(t);
        return;
    }
    snprintf(place, sizeof place, f->line != 0 ? "%s:%u" : "%s", f->file, f->line);
    table_text(t, place);
}

/* ------------------------------------------------------------------ flat */

static bool flat_rows(struct table *t, struct profile *p)
{
    struct profile_summary s;
    bool ok = profile_summarise(p, &s);

    for (uint32_t n = 0; ok && n < s.count; n++) {
        const struct profile_frame *f = &p->frames[n];
        const struct profile_function *v = &s.functions[n];

        if (f->kind != PROFILE_FUNCTION) {
            continue;
        }
        table_text(t, f->name);
        put_text(t, f->module);
        put_calls(t, p, v->calls);
        put_value(t, v->self);
        table_ratio(t, v->self, s.all);
        put_value(t, v->total);
        table_ratio(t, v->total, s.all);
        if (v->cycle != 0) {
            table_number(t, v->cycle);
        } else {
            table_empty(t);
        }
        put_place(t, f);
        table_end_row(t);
    }
    for (unsigned n = 1; ok && n <= s.cycles; n++) {
        char name[32];

        snprintf(name, sizeof name, "<cycle %u>", n);
        table_text(t, name);
        table_empty(t);
        table_empty(t);
        table_empty(t);
        table_empty(t);
        put_value(t, s.cycle_total[n]);
        table_ratio(t, s.cycle_total[n], s.all);
        table_number(t, n);
        table_empty(t);
        table_end_row(t);
    }
    profile_summary_free(&s);
    return ok;
}

/* Columns of a view, for profiles whose values are times and for others. */
#define FLAT_COLUMNS(suffix, type)                                                                           \
    {                                                                                                        \
        {"function", COLUMN_TEXT, "its name"}, {"module", COLUMN_TEXT, "program or library"},                \
            {"calls", COLUMN_NUMBER, "number of calls"}, {"self" suffix, type, "the function alone"},        \
            {"self_percent", COLUMN_PERCENT, "share of all self values"},                                    \
            {"total" suffix, type, "the function and its callees"},                                          \
            {"total_percent", COLUMN_PERCENT, "share of all values"},                                        \
            {"cycle", COLUMN_NUMBER, "the cycle of calls that it belongs to"},                               \
        {                                                                                                    \
            "place", COLUMN_TEXT, "file and line"                                                            \
        }                                                                                                    \
    }

static const struct column flat_times[] = FLAT_COLUMNS("_us", COLUMN_US);
static const struct column flat_numbers[] = FLAT_COLUMNS("", COLUMN_NUMBER);

const struct calls_view calls_flat = {
    .name = "flat",
    .times = {"profile", flat_times, COUNT_OF(flat_times)},
    .numbers = {"profile", flat_numbers, COUNT_OF(flat_numbers)},
    .sort = "self",
    .rows = flat_rows,
    .page = PAGE(FUNCTIONS, 10, "Functions", "Self and total values.", 200,
                 .card = {"Functions", "self", {"function", "self", "self_percent"}}),
};

/* ------------------------------------------------------------------ callers and callees */

static bool arcs_rows(struct table *t, struct profile *p)
{
    struct profile_summary s;
    bool ok = profile_summarise(p, &s);

    for (size_t n = 0; ok && n < s.arc_count; n++) {
        const struct profile_arc *a = &s.arcs[n];
        const struct profile_function *caller = &s.functions[a->caller];
        const struct profile_function *callee = &s.functions[a->callee]; /* in a cycle the share refers to
                                                                          * the whole cycle */

        table_text(t, p->frames[a->caller].name);
        table_text(t, p->frames[a->callee].name);
        put_calls(t, p, a->calls);
        put_value(t, a->total);
        table_ratio(t, a->total, caller->total);
        table_ratio(t, a->total, callee->cycle != 0 ? s.cycle_total[callee->cycle] : callee->total);
        table_end_row(t);
    }
    profile_summary_free(&s);
    return ok;
}

#define ARCS_COLUMNS(suffix, type)                                                                           \
    {                                                                                                        \
        {"caller", COLUMN_TEXT, "the function that calls"}, {"callee", COLUMN_TEXT, "the called function"},  \
            {"calls", COLUMN_NUMBER, "number of calls"},                                                     \
            {"total" suffix, type, "the callee and its callees, in these calls"},                            \
            {"caller_percent", COLUMN_PERCENT, "share of the caller's total"},                               \
        {                                                                                                    \
            "callee_percent", COLUMN_PERCENT, "share of the callee's total, or of its cycle's"               \
        }                                                                                                    \
    }

static const struct column arcs_times[] = ARCS_COLUMNS("_us", COLUMN_US);
static const struct column arcs_numbers[] = ARCS_COLUMNS("", COLUMN_NUMBER);

const struct calls_view calls_arcs = {
    .name = "calls",
    .times = {"calls", arcs_times, COUNT_OF(arcs_times)},
    .numbers = {"calls", arcs_numbers, COUNT_OF(arcs_numbers)},
    .sort = "total",
    .rows = arcs_rows,
    .page = PAGE(FUNCTIONS, 20, "Callers and callees",
                 "Calls from one function to another, and the values in them.", 200),
};

/* ------------------------------------------------------------------ the tree */

struct branch {
    uint32_t node, depth;
    uint64_t total;
};

struct branches {
    struct branch *list;
    size_t count;
};

/* Sort the smallest first: the list is a stack, and the last is taken next. */
static int by_total(const void *a, const void *b)
{
    const struct branch *x = a, *y = b;

    if (x->total != y->total) {
        return x->total < y->total ? -1 : 1;
    }
    return (x->node < y->node) - (x->node > y->node);
}

static bool push_children(struct branches *b, const struct profile *p, uint32_t node, uint32_t depth)
{
    size_t begin = b->count;

    for (uint32_t n = p->nodes[node].first; n != 0; n = p->nodes[n].next) {
        if (!VECTOR_GROW(b->list, b->count)) {
            return false;
        }
        b->list[b->count++] = (struct branch){n, depth, p->nodes[n].total};
    }
    if (b->count - begin > 1) {
        sort_stable(b->list + begin, b->count - begin, sizeof *b->list, by_total);
    }
    return true;
}

static void put_node(struct table *t, const struct profile *p, const struct branch *at)
{
    const struct profile_node *node = &p->nodes[at->node];
    unsigned indent = t->format == TABLE_TEXT ? at->depth < 60 ? 2 * at->depth : 120 : 0;
    char name[400];

    table_number(t, at->depth);
    snprintf(name, sizeof name, "%*s%s", (int)indent, "", p->frames[node->frame].name);
    table_text(t, name);
    put_calls(t, p, node->calls);
    put_value(t, node->self);
    put_value(t, node->total);
    table_ratio(t, node->total, p->nodes[PROFILE_ROOT].total);
    table_end_row(t);
}

static bool tree_rows(struct table *t, struct profile *p)
{
    struct branches b = {.count = 0};
    bool ok = true;

    if (p->count != 0) {
        profile_sum(p);
        ok = push_children(&b, p, PROFILE_ROOT, 0);
    }
    while (ok && b.count > 0) {
        struct branch at = b.list[--b.count];

        put_node(t, p, &at);
        ok = push_children(&b, p, at.node, at.depth + 1);
    }
    free(b.list);
    return ok;
}

#define TREE_COLUMNS(suffix, type)                                                                           \
    {                                                                                                        \
        {"depth", COLUMN_NUMBER, "depth of the call; 0 is the thread or interrupt"},                         \
            {"function", COLUMN_TEXT,                                                                        \
             "function, thread or interrupt; in text output indented by the depth"},                         \
            {"calls", COLUMN_NUMBER, "calls on this path"},                                                  \
            {"self" suffix, type, "the function alone, on this path"},                                       \
            {"total" suffix, type, "the function and its callees, on this path"},                            \
        {                                                                                                    \
            "total_percent", COLUMN_PERCENT, "share of all time"                                             \
        }                                                                                                    \
    }

static const struct column tree_times[] = TREE_COLUMNS("_us", COLUMN_US);
static const struct column tree_numbers[] = TREE_COLUMNS("", COLUMN_NUMBER);

const struct calls_view calls_tree = {
    .name = "tree",
    .times = {"calltree", tree_times, COUNT_OF(tree_times)},
    .numbers = {"calltree", tree_numbers, COUNT_OF(tree_numbers)},
    .rows = tree_rows,
    .needs = PROFILE_TREE,
    .page = PAGE(FUNCTIONS, 30, "Call tree", "The largest first.", 400),
};

const struct calls_view *calls_nth(unsigned n)
{
    static const struct calls_view *const views[] = {&calls_flat, &calls_arcs, &calls_tree};

    return n < COUNT_OF(views) ? views[n] : NULL;
}

static bool is_time(const struct profile *p)
{
    return p->unit[0] == 'n' && p->unit[1] == 's' && p->unit[2] == 0;
}

const struct table_kind *calls_kind(const struct calls_view *view, const struct profile *p)
{
    return is_time(p) ? &view->times : &view->numbers;
}

bool calls_table(struct table *t, const struct calls_view *view, struct profile *p)
{
    static _Thread_local char sort[32];

    if (t->sort == NULL && view->sort != NULL) {
        snprintf(sort, sizeof sort, "-%s%s", view->sort, is_time(p) ? "_us" : "");
        t->sort = sort;
    }
    table_begin(t, calls_kind(view, p));
    return view->rows(t, p) && !p->failed;
}

/* ------------------------------------------------------------------ analyses of recordings */

static void take_call(struct stats *s, const struct interval *i)
{
    if (i->kind == INTERVAL_FUNCTION) {
        profile_add(s->state, i);
    }
}

static void arcs_end(struct stats *s)
{
    profile_resolve(s->state, s->elf, s->reader, s->hz);
    s->failed |= !arcs_rows(s->table, s->state);
}

static void tree_end(struct stats *s)
{
    profile_resolve(s->state, s->elf, s->reader, s->hz);
    s->failed |= !tree_rows(s->table, s->state);
}

static void calls_free(struct stats *s)
{
    profile_free(s->state);
}

SPOOR_ANALYSIS(calls, "calls", "callers and callees: calls, and the time in them", NEEDS_FUNCTION, NO_METRIC,
               PAGE(FUNCTIONS, 100, "Callers and callees",
                    "Calls from one function to another, and the time in them.", 60),
               struct profile, arcs_times, .sort = "-total_us", .intervals = INTERVALS_FUNCTIONS,
               .interval = take_call, .end = arcs_end, .free = calls_free);

SPOOR_ANALYSIS(calltree, "calltree", "the tree of calls, by thread and interrupt", NEEDS_FUNCTION, NO_METRIC,
               PAGE(FUNCTIONS, 110, "Call tree", "By thread and interrupt; the most time first.", 200),
               struct profile, tree_times, .intervals = INTERVALS_FUNCTIONS, .interval = take_call,
               .end = tree_end, .free = calls_free);
