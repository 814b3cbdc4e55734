/* SPDX-License-Identifier: BSD-2-Clause */
/* What kernels.c needs to know of each kernel. */
#ifndef CORE_KERNELS_PRIV_H
#define CORE_KERNELS_PRIV_H

#include <stddef.h>
#include <core/kernels.h>

/** A member whose offset is read from the debug information into a member of struct core_thread_layout. */
struct kernel_member {
    const char *structure, *name;
    size_t to;          /**< KERNEL_TO() a uint32_t */
    size_t bytes;       /**< the same for the size of the structure; KERNEL_NO_BYTES: it isn't needed */
    const char *option; /**< of the kernel's configuration, without which the member is missing; or NULL */
    bool optional;      /**< threads are shown without it, too */
};

#define KERNEL_TO(member) offsetof(struct core_thread_layout, member)
#define KERNEL_NO_BYTES   SIZE_MAX

#define KERNEL_SYMBOLS 2
#define KERNEL_MEMBERS 6

/** A row of the table. */
struct kernel_row {
    const char *name;
    const char *symbols[KERNEL_SYMBOLS];          /**< a program that has all of them has this kernel */
    struct kernel_member members[KERNEL_MEMBERS]; /**< up to one without a name */

    /** Set what symbols tell: the members' offsets are set, the rest is 0. */
    void (*place)(const struct elf_file *elf, struct core_thread_layout *l);

    /** Set what else the debug information tells, after that; or NULL. @return NULL, or what is missing: text
     * for a message */
    const char *(*look)(struct elf_file *elf, struct core_thread_layout *l);

    /** Set the layout of saved registers, which is 0. @return NULL, or why it isn't known: text for a message
     */
    const char *(*context)(struct elf_file *elf, struct core_context_layout *l);
};

extern const struct kernel_row kernel_freertos;
extern const struct kernel_row kernel_spoor;
extern const struct kernel_row kernel_zephyr;

#endif
