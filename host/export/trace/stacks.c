/* SPDX-License-Identifier: BSD-2-Clause */
/* The stacks of events as a tree of functions: equal stacks are written once. */
#include <stdlib.h>
#include <base/vector.h>
#include <export/trace/stacks.h>

unsigned export_stack_depth(const struct spoor_item *item)
{
    return item->bytes >= 4 ? item->bytes / 4 - 1 : 0; /* after the header word */
}

uint32_t export_stack_call(const struct spoor_item *item, unsigned n)
{
    uint32_t address = spoor_data_word(item->data + 4 + 4 * n);

    return address & 1 ? address - 3 : address;
}

static uint32_t function_of(const struct spoor_elf *elf, uint32_t address)
{
    uint32_t offset = 0;

    return spoor_elf_symbol(elf, address, &offset) != NULL ? address - offset : address;
}

uint32_t export_stack(const struct trace_export *e, struct export_stacks *s, const struct spoor_item *item)
{
    uint32_t node = 0;

    for (unsigned n = export_stack_depth(item); n-- > 0;) {
        uint32_t function = function_of(e->elf, export_stack_call(item, n));
        uint64_t key = (uint64_t)node << 32 | function;
        uint32_t found = hash_find_key(&s->by_key, key);

        if (found == HASH_NONE) {
            found = (uint32_t)s->count;
            if (!VECTOR_GROW(s->nodes, s->count) || !hash_add(&s->by_key, key, found)) {
                return 0;
            }
            s->nodes[s->count++] = (struct export_node){node, function};
        }
        node = found + 1;
    }
    return node;
}

void export_stacks_free(struct export_stacks *s)
{
    free(s->nodes);
    hash_free(&s->by_key);
}
