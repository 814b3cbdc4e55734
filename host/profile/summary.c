/* SPDX-License-Identifier: BSD-2-Clause */
/* Flat values and arcs of a tree of calls. Recursive calls count once, in the outermost call. */
#include <stdlib.h>
#include <string.h>
#include "profile_priv.h"

/* A depth-first walk through the tree. */
struct walk {
    const struct profile *p;
    struct profile_summary *s;
    struct profile arcs;   /* used for its arcs and their hash */
    uint32_t *frame_depth; /* for each frame: how often it is in the path */
    uint32_t *arc_depth;   /* for each arc: how often it is in the path */
    size_t arc_room;
    uint32_t *arc_of; /* for each node: the arc that leads to it, plus 1 */
    bool failed;
};

static bool has_caller(const struct walk *w, uint32_t n)
{
    uint32_t parent = w->p->nodes[n].parent;

    return parent != PROFILE_ROOT && w->p->frames[w->p->nodes[parent].frame].kind == PROFILE_FUNCTION;
}

static void enter_arc(struct walk *w, uint32_t n)
{
    const struct profile_node *node = &w->p->nodes[n];
    uint32_t caller = w->p->nodes[node->parent].frame, arc;

    arc = profile_arc_at(&w->arcs, caller, node->frame);
    if (arc == PROFILE_NONE) {
        w->failed = true;
        return;
    }
    if (arc >= w->arc_room) {
        size_t room = w->arc_room != 0 ? 2 * w->arc_room : 256;
        uint32_t *grown = realloc(w->arc_depth, room * sizeof *grown);

        if (grown == NULL) {
            w->failed = true;
            return;
        }
        memset(grown + w->arc_room, 0, (room - w->arc_room) * sizeof *grown);
        w->arc_depth = grown;
        w->arc_room = room;
    }
    w->arc_of[n] = arc + 1;
    w->arcs.arcs[arc].calls += node->calls;
    if (w->arc_depth[arc]++ == 0) {
        w->arcs.arcs[arc].total += node->total;
    }
}

static void enter(struct walk *w, uint32_t n)
{
    const struct profile_node *node = &w->p->nodes[n];
    struct profile_function *f = &w->s->functions[node->frame];

    f->self += node->self;
    f->calls += node->calls;
    f->open_self += node->open_self;
    f->open_calls += node->open_calls;
    if (w->frame_depth[node->frame]++ == 0) {
        f->total += node->total;
    }
    if (has_caller(w, n)) {
        enter_arc(w, n);
    }
}

static void leave(struct walk *w, uint32_t n)
{
    w->frame_depth[w->p->nodes[n].frame]--;
    if (w->arc_of[n] != 0) {
        w->arc_depth[w->arc_of[n] - 1]--;
    }
}

static void walk(struct walk *w)
{
    const struct profile_node *nodes = w->p->nodes;
    uint32_t n = nodes[PROFILE_ROOT].first;

    while (n != PROFILE_ROOT && !w->failed) {
        enter(w, n);
        if (nodes[n].first != 0) {
            n = nodes[n].first;
            continue;
        }
        while (n != PROFILE_ROOT) {
            leave(w, n);
            if (nodes[n].next != 0) {
                n = nodes[n].next;
                break;
            }
            n = nodes[n].parent;
        }
    }
}

static bool summarise_tree(struct profile *p, struct profile_summary *s)
{
    struct walk w = {.p = p,
                     .s = s,
                     .frame_depth = calloc(p->frame_count + 1, sizeof *w.frame_depth),
                     .arc_of = calloc((size_t)p->count + 1, sizeof *w.arc_of)};

    w.failed = w.frame_depth == NULL || w.arc_of == NULL;
    profile_sum(p);
    if (!w.failed && p->count != 0) {
        s->all = p->nodes[PROFILE_ROOT].total;
        walk(&w);
    }
    s->arcs = w.arcs.arcs;
    s->arc_count = w.arcs.arc_count;
    w.arcs.arcs = NULL;
    profile_free(&w.arcs);
    free(w.frame_depth);
    free(w.arc_depth);
    free(w.arc_of);
    return !w.failed;
}

bool profile_summarise(struct profile *p, struct profile_summary *s)
{
    *s = (struct profile_summary){.count = p->frame_count,
                                  .functions = calloc(p->frame_count + 1, sizeof *s->functions)};
    if (s->functions == NULL || p->failed) {
        return false;
    }
    for (uint32_t n = 0; n < p->frame_count; n++) {
        s->functions[n].frame = n;
    }
    return (p->has & PROFILE_TREE) != 0 ? summarise_tree(p, s) : profile_propagate(p, s);
}

void profile_summary_free(struct profile_summary *s)
{
    free(s->functions);
    free(s->arcs);
    free(s->cycle_total);
    *s = (struct profile_summary){.count = 0};
}
