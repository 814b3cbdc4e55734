/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Spoor's kernel. All threads are in one list. The structures of saved registers are those of the kernel's
 * context.c for each architecture; what Cortex-M adds for floating point isn't in its structure
 * (src/arch/cortexm/arch/frame.h).
 */
#include <base/count.h>
#include <elf/file.h>
#include <elf/format.h>
#include "kernels_priv.h"

enum { PART_MAX = 12, ARM_SP = 13, ARM_STATUS = 16, RISCV_SP = 2 };

static void place(const struct elf_file *elf, struct core_thread_layout *l)
{
    const struct symbol *cpus = symbols_find(elf, "cpus");

    l->lists[0] = (struct core_lists){symbols_find(elf, "thread_all")->address, 1};
    l->has_on_cpu = true;
    l->cpus = cpus->address;
    l->cpu_count = cpus->size / l->cpu_bytes;
}

/* ------------------------------------------------------------------ contexts */

/* A member of a context, and the registers in it. */
struct part {
    const char *inside,
        *structure; /* the member of the context that is this structure; or NULL: the context */
    const char *member;
    uint8_t count, numbers[PART_MAX];
};

static const struct part arm[] = {
    {NULL, NULL, "r4_r11", 8, {4, 5, 6, 7, 8, 9, 10, 11}},
    {NULL, NULL, "r0", 1, {0}},
    {NULL, NULL, "r1", 1, {1}},
    {NULL, NULL, "r2", 1, {2}},
    {NULL, NULL, "r3", 1, {3}},
    {NULL, NULL, "r12", 1, {12}},
    {NULL, NULL, "lr", 1, {14}},
    {NULL, NULL, "pc", 1, {15}},
};

static const struct part rv32[] = {
    {NULL, NULL, "s0_s11", 12, {8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27}},
    {"trap", "rv32_trap", "ra", 1, {1}},
    {"trap", "rv32_trap", "t0_t2", 3, {5, 6, 7}},
    {"trap", "rv32_trap", "a0_a7", 8, {10, 11, 12, 13, 14, 15, 16, 17}},
    {"trap", "rv32_trap", "t3_t6", 4, {28, 29, 30, 31}},
    {"trap", "rv32_trap", "mepc", 1, {32}},
};

static const struct kind {
    uint16_t machine;
    uint8_t count, sp;
    bool stacks; /* the hardware does, all parts but the first */
    const struct part *parts;
    const char *context, *status; /* the structure; its member with Arm's status register, or NULL */
} kinds[] = {
    {EM_ARM, COUNT_OF(arm), ARM_SP, true, arm, "frame", "xpsr"},
    {EM_ARM, COUNT_OF(arm), ARM_SP, false, arm, "armv7a_frame", "cpsr"},
    {EM_RISCV, COUNT_OF(rv32), RISCV_SP, false, rv32, "rv32_context", NULL},
};

/* Find a part, and add its registers. */
static bool add_part(struct elf_file *elf, const struct kind *k, const struct part *p,
                     struct core_context_layout *l)
{
    uint64_t around = 0, offset = 0, bytes = 0, own = 0;

    if (!elf_file_member(elf, k->context, p->inside != NULL ? p->inside : p->member, &around, &bytes) ||
        (p->inside != NULL && !elf_file_member(elf, p->structure, p->member, &offset, &own))) {
        return false;
    }
    for (unsigned n = 0; n < p->count; n++) {
        core_context_add(l, p->numbers[n], 1, (uint32_t)(around + offset + 4 * n),
                         k->stacks && p != k->parts);
    }
    l->bytes = (uint32_t)bytes;
    return true;
}

static const char *find_parts(struct elf_file *elf, const struct kind *k, struct core_context_layout *l)
{
    const struct part status = {NULL, NULL, k->status, 1, {ARM_STATUS}};
    uint64_t offset = 0, bytes = 0;
    bool found = k->status == NULL || add_part(elf, k, &status, l);

    l->sp = k->sp;
    l->stacked = k->stacks;
    if (k->stacks && elf_file_member(elf, k->context, "exc_return", &offset, &bytes)) {
        l->has_exc_return = true;
        l->exc_return = (uint32_t)offset;
    }
    for (unsigned n = 0; n < k->count && found; n++) {
        found = add_part(elf, k, &k->parts[n], l);
    }
    return found ? NULL : "the debug information lacks a part of their saved registers";
}

static const char *context(struct elf_file *elf, struct core_context_layout *l)
{
    for (unsigned n = 0; n < COUNT_OF(kinds); n++) {
        const struct kind *k = &kinds[n];
        uint64_t offset = 0, bytes = 0;

        if (k->machine == elf->headers.machine &&
            elf_file_member(elf, k->context, k->parts->member, &offset, &bytes)) {
            return find_parts(elf, k, l);
        }
    }
    return "the program has no debug information about saved registers: build with -g";
}

const struct kernel_row kernel_spoor = {
    .name = "Spoor's kernel",
    .symbols = {"thread_all", "cpus"},
    .members = {{"thread", "all", KERNEL_TO(owner), KERNEL_NO_BYTES},
                {"thread", "name", KERNEL_TO(name), KERNEL_NO_BYTES},
                {"thread", "sp", KERNEL_TO(sp), KERNEL_NO_BYTES},
                {"thread", "on_cpu", KERNEL_TO(on_cpu), KERNEL_NO_BYTES},
                {"cpu", "current", KERNEL_TO(current), KERNEL_TO(cpu_bytes)}},
    .place = place,
    .context = context,
};
