/* SPDX-License-Identifier: BSD-2-Clause */
/* The thread or interrupt of a stack is the one that runs on its CPU; that of a switch is the outgoing
 * thread. */
#include <profile/stacks.h>

/* @return the beginning of the function at an address, or the address itself if there is none */
static uint32_t function_of(const struct spoor_elf *elf, uint32_t address)
{
    uint32_t offset = 0;

    return spoor_elf_symbol(elf, address, &offset) != NULL ? address - offset : address;
}

static uint32_t address_at(const struct spoor_item *item, uint32_t n)
{
    return spoor_data_word(item->data + 4 + 4 * n);
}

uint32_t stacks_path(struct profile *p, const struct spoor_elf *elf, uint32_t node,
                     const struct spoor_item *item)
{
    for (uint32_t n = item->bytes >= 4 ? item->bytes / 4 - 1 : 0; n-- > 0;) {
        uint32_t address = address_at(item, n);
        uint32_t at =
            address & 1 ? address - 3 : address; /* in the call, or where the function was interrupted */

        node = profile_child(p, node, profile_frame_of(p, PROFILE_FUNCTION, function_of(elf, at)));
    }
    return node;
}

void stacks_add(struct profile *p, const struct spoor_elf *elf, const struct follow *f,
                const struct spoor_item *item)
{
    const struct follow_cpu *cpu = &f->cpu[item->cpu];

    if (item->kind != SPOOR_RECORD || spoor_id(elf, item->id)->class != SPOOR_STACK ||
        f->stack != FOLLOW_STACK_TIED) {
        return;
    }
    bool of_switch = spoor_id(elf, f->stack_id)->role == SPOOR_WIRE_ROLE_SWITCH;
    uint32_t thread = of_switch ? cpu->left : cpu->known ? cpu->thread : FOLLOW_NO_THREAD;
    uint32_t root = cpu->irq_depth != 0 && !of_switch
                        ? profile_frame_of(p, PROFILE_IRQ, cpu->irq_line[cpu->irq_depth - 1])
                        : profile_frame_of(p, PROFILE_THREAD, thread);
    uint32_t node = stacks_path(p, elf, profile_child(p, PROFILE_ROOT, root), item);

    if (!p->failed) {
        p->nodes[node].self++;
    }
}
