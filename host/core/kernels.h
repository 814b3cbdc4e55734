/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel of a program: how its threads and their saved registers are found in a target's memory. */
#ifndef CORE_KERNELS_H
#define CORE_KERNELS_H

#include <core/contexts.h>
#include <core/threads.h>

struct core_kernel {
    const char *name; /**< for messages */
    struct core_thread_layout threads;
    struct core_context_layout context;
    const char *no_context; /**< why saved registers can't be read: text for a message; or NULL */
};

/**
 * Recognize the kernel by its symbols, and find the layouts in the debug information.
 *
 * @return false if the program has no kernel that is known, or after a report: without debug information
 */
bool core_kernel_find(const struct spoor_elf *elf, const char *name, const struct spoor_report *report,
                      struct core_kernel *k);

#endif
