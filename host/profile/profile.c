/* SPDX-License-Identifier: BSD-2-Clause */
/* The tree: children in a list, the last one used first, since calls repeat. */
#include <stdlib.h>
#include <profile/profile.h>

static uint32_t add_node(struct profile *p, uint32_t parent, struct profile_node node)
{
    if (p->count == p->room) {
        uint32_t room = p->room != 0 ? 2 * p->room : 256;
        struct profile_node *grown = realloc(p->nodes, room * sizeof *grown);

        if (grown == NULL) {
            p->failed = true;
            return PROFILE_ROOT;
        }
        p->nodes = grown;
        p->room = room;
    }
    uint32_t n = p->count++;

    p->nodes[n] = node;
    p->nodes[n].parent = parent;
    if (n != PROFILE_ROOT) {
        p->nodes[n].next = p->nodes[parent].first;
        p->nodes[parent].first = n;
    }
    return n;
}

static uint32_t child(struct profile *p, uint32_t parent, struct profile_node node)
{
    uint32_t before = 0;

    for (uint32_t n = p->nodes[parent].first; n != 0; before = n, n = p->nodes[n].next) {
        if (p->nodes[n].key == node.key && p->nodes[n].is_context == node.is_context &&
            p->nodes[n].is_irq == node.is_irq) {
            if (before != 0) {
                p->nodes[before].next = p->nodes[n].next;
                p->nodes[n].next = p->nodes[parent].first;
                p->nodes[parent].first = n;
            }
            return n;
        }
    }
    return add_node(p, parent, node);
}

void profile_add(struct profile *p, const struct interval *i)
{
    if (p->count == 0) {
        (void)add_node(p, PROFILE_ROOT, (struct profile_node){.is_context = true});
    }
    if (p->failed) {
        return;
    }
    uint32_t n = child(p, PROFILE_ROOT,
                       (struct profile_node){
                           .key = i->in_irq ? i->line : i->thread, .is_context = true, .is_irq = i->in_irq});

    for (unsigned k = 0; k < i->depth; k++) {
        n = child(p, n, (struct profile_node){.key = i->around[k] & ~UINT32_C(1)});
    }
    n = child(p, n, (struct profile_node){.key = i->function & ~UINT32_C(1)});
    p->nodes[n].self += i->self;
    p->nodes[n].calls++;
}

void profile_sum(struct profile *p)
{
    for (uint32_t n = 0; n < p->count; n++) {
        p->nodes[n].total = p->nodes[n].self;
    }
    for (uint32_t n = p->count; n-- > 1;) {
        p->nodes[p->nodes[n].parent].total += p->nodes[n].total;
    }
}

void profile_free(struct profile *p)
{
    free(p->nodes);
    *p = (struct profile){0};
}
