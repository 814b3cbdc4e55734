/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles as text: folded stacks (flamegraph.pl, speedscope, Perfetto) and callgrind.out (KCachegrind,
 * callgrind_annotate).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include <export/profile/exporter.h>

/* ------------------------------------------------------------------ folded stacks */

/* Write the path from the root to a node. Stacks may be deep. @return false if out of memory */
static bool put_path(struct export *e, const struct profile *p, uint32_t n, uint32_t **path)
{
    size_t depth = 0;

    for (; n != PROFILE_ROOT; n = p->nodes[n].parent) {
        if (!VECTOR_GROW(*path, depth)) {
            return false;
        }
        (*path)[depth++] = n;
    }
    while (depth-- > 0) {
        export_frame(e->out, p->frames[p->nodes[(*path)[depth]].frame].name);
        if (depth > 0) {
            out_char(e->out, ';');
        }
    }
    return true;
}

static void write_folded(struct export *e, struct profile *p)
{
    uint32_t *path = NULL;

    for (uint32_t n = 1; n < p->count && e->error == 0; n++) {
        if (p->nodes[n].self != 0) {
            e->error = put_path(e, p, n, &path) ? e->error : ENOMEM;
            out_char(e->out, ' ');
            out_number(e->out, p->nodes[n].self, 0);
            out_char(e->out, '\n');
        }
    }
    free(path);
}

static const struct profile_exporter folded_exporter = {
    .format = {"folded", "folded stacks of function calls in ns: flamegraph.pl, speedscope", EXPORT_TEXT},
    .write = write_folded,
    .needs = PROFILE_TREE,
};
SPOOR_PROFILE_EXPORTER(folded);

/* ------------------------------------------------------------------ callgrind */

static int by_caller(const void *a, const void *b)
{
    const struct profile_arc *x = a, *y = b;

    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    return (x->callee > y->callee) - (x->callee < y->callee);
}

/* Write a line "fn=name". A name that begins with a parenthesis would be read as a number. */
static void put_name(struct out *o, const char *key, const char *name)
{
    out_text(o, key);
    if (name[0] == '(') {
        out_char(o, '_');
    }
    for (; *name != 0; name++) {
        out_char(o, *name == '\n' || *name == '\r' ? ' ' : *name);
    }
    out_char(o, '\n');
}

static void put_numbers(struct out *o, uint64_t line, uint64_t value)
{
    out_number(o, line, 0);
    out_char(o, ' ');
    out_number(o, value, 0);
    out_char(o, '\n');
}

static void put_place(struct out *o, const struct profile_frame *f, bool is_callee)
{
    if (f->module != NULL) {
        put_name(o, is_callee ? "cob=" : "ob=", f->module);
    }
    put_name(o, is_callee ? "cfi=" : "fl=", f->file != NULL ? f->file : "???");
    put_name(o, is_callee ? "cfn=" : "fn=", f->name);
}

static void put_function(struct export *e, const struct profile *p, uint64_t self, uint32_t frame)
{
    out_char(e->out, '\n');
    put_place(e->out, &p->frames[frame], false);
    put_numbers(e->out, p->frames[frame].line, self);
}

static void put_call(struct export *e, const struct profile *p, const struct profile_arc *a)
{
    const struct profile_frame *callee = &p->frames[a->callee];

    put_place(e->out, callee, true);
    out_literal(e->out, "calls=");
    put_numbers(e->out, a->calls, callee->line);
    put_numbers(e->out, p->frames[a->caller].line, a->total);
}

/* Add threads and interrupts as functions that call the outermost functions of their stacks. */
static bool add_roots(struct profile *arcs, const struct profile *p)
{
    for (uint32_t n = 1; n < p->count; n++) {
        uint32_t parent = p->nodes[n].parent;

        if (parent != PROFILE_ROOT && p->frames[p->nodes[parent].frame].kind != PROFILE_FUNCTION) {
            profile_arc(arcs, p->nodes[parent].frame, p->nodes[n].frame, p->nodes[n].calls,
                        p->nodes[n].total);
        }
    }
    return !arcs->failed;
}

static void write_arcs(struct export *e, struct profile *p, const struct profile_summary *s,
                       struct profile *all)
{
    size_t a = 0;

    if (all->arc_count != 0) {
        sort_stable(all->arcs, all->arc_count, sizeof *all->arcs, by_caller);
    }
    for (uint32_t n = 0; n < s->count; n++) {
        put_function(e, p, s->functions[n].self, n);
        for (; a < all->arc_count && all->arcs[a].caller == n; a++) {
            put_call(e, p, &all->arcs[a]);
        }
    }
    out_literal(e->out, "\ntotals: ");
    out_number(e->out, s->all, 0);
    out_char(e->out, '\n');
}

static void write_callgrind(struct export *e, struct profile *p)
{
    struct profile_summary s;
    struct profile all = {.count = 0};

    if (!profile_summarise(p, &s)) {
        e->error = ENOMEM;
    } else {
        out_literal(e->out, "# callgrind format\nversion: 1\ncreator: spoor\npositions: line\n");
        put_name(e->out, "events: ", p->unit);
        for (size_t n = 0; n < s.arc_count; n++) {
            profile_arc(&all, s.arcs[n].caller, s.arcs[n].callee, s.arcs[n].calls, s.arcs[n].total);
        }
        if (add_roots(&all, p) && !all.failed) {
            write_arcs(e, p, &s, &all);
        } else {
            e->error = ENOMEM;
        }
    }
    profile_free(&all);
    profile_summary_free(&s);
}

static const struct profile_exporter callgrind_exporter = {
    .format = {"callgrind", "callgrind.out of function calls: KCachegrind, callgrind_annotate", EXPORT_TEXT},
    .write = write_callgrind,
};
SPOOR_PROFILE_EXPORTER(callgrind);
