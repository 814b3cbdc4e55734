/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Zephyr. With CONFIG_THREAD_MONITOR, _kernel has a list of all threads. How their registers are found is in
 * zephyr_contexts.c.
 */
#include <elf/file.h>
#include "kernels_priv.h"
#include "zephyr_contexts.h"

/* The walk adds the offset of next_thread to the address of a node. That of the list's first node is in
 * _kernel. */
static void place(const struct elf_file *elf, struct core_thread_layout *l)
{
    const struct symbol *kernel = symbols_find(elf, "_kernel");

    l->lists[0] = (struct core_lists){kernel->address - l->next, 1};
    l->open = true;
    l->name_inside = true;
    l->nameless = l->name == 0;
    l->cpus += kernel->address;
}

/* There are as many CPUs as fit before the next large member. */
static bool count_cpus(struct elf_file *elf, struct core_thread_layout *l)
{
    uint64_t first = 0, end = 0, bytes = 0;

    if (!elf_file_member(elf, "z_kernel", "cpus", &first, &bytes) ||
        (!elf_file_member(elf, "z_kernel", "ready_q", &end, &bytes) &&
         !elf_file_member(elf, "z_kernel", "threads", &end, &bytes))) {
        return false;
    }
    l->cpu_count = end > first ? (uint32_t)(end - first) / l->cpu_bytes : 0;
    return true;
}

static const char *look(struct elf_file *elf, struct core_thread_layout *l)
{
    uint64_t handle = 0, bytes = 0;

    l->has_saved = elf_file_member(elf, "k_thread", "switch_handle", &handle, &bytes);
    l->saved = (uint32_t)handle;
    return count_cpus(elf, l) && zephyr_sp(elf, &l->sp)
               ? NULL
               : "the debug information lacks the place of their stack pointers";
}

const struct kernel_row kernel_zephyr = {
    .name = "Zephyr",
    .symbols = {"_kernel", "z_thread_entry"},
    .members = {{"z_kernel", "cpus", KERNEL_TO(cpus), KERNEL_NO_BYTES},
                {"_cpu", "current", KERNEL_TO(current), KERNEL_TO(cpu_bytes)},
                {"z_kernel", "threads", KERNEL_TO(head), KERNEL_NO_BYTES, "CONFIG_THREAD_MONITOR", false},
                {"k_thread", "next_thread", KERNEL_TO(next), KERNEL_NO_BYTES, "CONFIG_THREAD_MONITOR", false},
                {"k_thread", "name", KERNEL_TO(name), KERNEL_NO_BYTES, "CONFIG_THREAD_NAME", true}},
    .place = place,
    .look = look,
    .context = zephyr_context,
};
