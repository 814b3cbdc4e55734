/* SPDX-License-Identifier: BSD-2-Clause */
/* The registers that Zephyr saved of threads that don't run. */
#ifndef CORE_ZEPHYR_CONTEXTS_H
#define CORE_ZEPHYR_CONTEXTS_H

#include <core/contexts.h>
#include <elf/file.h>

/** Get where a thread's structure has its SP. @return false: the debug information lacks it */
bool zephyr_sp(struct elf_file *elf, uint32_t *offset);

/** Set the layout, which is 0. @return NULL, or why it isn't known: text for a message */
const char *zephyr_context(struct elf_file *elf, struct core_context_layout *l);

#endif
