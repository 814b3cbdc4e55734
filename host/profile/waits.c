/* SPDX-License-Identifier: BSD-2-Clause */
/* The stack of a switch is that of the outgoing thread, and precedes its wait. It is kept until the wait
 * ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <profile/stacks.h>
#include <profile/waits.h>

/* The stack with which a thread was last switched out. */
struct waits_stack {
    uint64_t time; /* of the switch */
    uint32_t node; /* of its innermost function, below the thread */
};

static uint32_t root_of(struct waits *w, uint32_t thread)
{
    return profile_child(w->profile, PROFILE_ROOT, profile_frame_of(w->profile, PROFILE_THREAD, thread));
}

void waits_stack(struct waits *w, const struct follow *f, const struct spoor_item *item)
{
    if (item->kind != SPOOR_RECORD || spoor_id(w->elf, item->id)->class != SPOOR_STACK ||
        f->stack != FOLLOW_STACK_TIED || spoor_id(w->elf, f->stack_id)->role != SPOOR_WIRE_ROLE_SWITCH) {
        return;
    }
    const struct follow_cpu *cpu = &f->cpu[item->cpu];
    uint32_t thread = cpu->left, index = hash_find_key(&w->stack_map, thread);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(w->stacks, w->stack_count) ||
            !hash_add(&w->stack_map, thread, (uint32_t)w->stack_count)) {
            w->profile->failed = true;
            return;
        }
        index = (uint32_t)w->stack_count++;
    }
    w->stacks[index] =
        (struct waits_stack){cpu->left_at, stacks_path(w->profile, w->elf, root_of(w, thread), item)};
}

static uint32_t below(struct waits *w, uint32_t node, const char *name)
{
    return profile_child(w->profile, node, profile_frame_named(w->profile, PROFILE_FUNCTION, name, NULL));
}

static uint32_t below_object(struct waits *w, uint32_t node, uint32_t object)
{
    const char *name = spoor_named(w->reader, SPOOR_WIRE_NAMED_OBJECT, object);
    uint32_t offset = 0;
    char text[32];

    name = name != NULL ? name : spoor_elf_symbol(w->elf, object, &offset);
    if (name == NULL || offset != 0) {
        snprintf(text, sizeof text, "0x%08x", object);
        name = text;
    }
    return below(w, node, name);
}

void waits_interval(struct waits *w, const struct interval *i)
{
    if (i->kind != INTERVAL_STATE || i->state != FOLLOW_WAITS) {
        return;
    }
    uint32_t index = hash_find_key(&w->stack_map, i->thread);
    const char *reason = spoor_reason(w->elf, i->reason);
    uint32_t node = index != HASH_NONE && w->stacks[index].time == i->from && !i->begun_before
                        ? w->stacks[index].node
                        : root_of(w, i->thread);

    node = below(w, node, reason != NULL ? reason : "waits");
    node = i->object != 0 ? below_object(w, node, i->object) : node;
    if (!w->profile->failed) {
        w->profile->nodes[node].self += i->net;
        w->profile->nodes[node].calls += !i->begun_before;
    }
}

void waits_end(struct waits *w, uint32_t hz)
{
    profile_resolve(w->profile, w->elf, w->reader, hz);
    w->profile->has = PROFILE_TREE | PROFILE_CALLS;
}

void waits_free(struct waits *w)
{
    hash_free(&w->stack_map);
    free(w->stacks);
}
