/* SPDX-License-Identifier: BSD-2-Clause */
#include <bare/tree.h>
#include <base/vector.h>

#define DEPTH_MAX 256 /* paths that are deeper begin again at the root */

static bool add(struct tree *t, struct calls_node node)
{
    if (!VECTOR_GROW(t->nodes, t->count)) {
        t->failed = true;
        return false;
    }
    t->nodes[t->count++] = node;
    return true;
}

bool tree_begin(struct tree *t)
{
    return add(t, (struct calls_node){.kind = CALLS_ROOT});
}

struct wanted {
    const struct tree *t;
    struct calls_node node;
};

static bool same(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    const struct calls_node *n = &w->t->nodes[index];

    return n->parent == w->node.parent && n->kind == w->node.kind && n->key == w->node.key;
}

uint32_t tree_child(struct tree *t, uint32_t parent, enum calls_kind kind, uint64_t key)
{
    parent = t->nodes[parent].depth < DEPTH_MAX ? parent : 0;
    struct wanted w = {t, {.kind = kind, .parent = parent, .depth = t->nodes[parent].depth + 1, .key = key}};
    uint64_t hash = hash_number(hash_number(kind, parent), key);
    uint32_t found = hash_find(&t->by_key, hash, same, &w);

    if (found != HASH_NONE) {
        return found;
    }
    if (t->failed || !hash_add(&t->by_key, hash, t->count) || !add(t, w.node)) {
        t->failed = true;
        return 0;
    }
    return t->count - 1;
}
