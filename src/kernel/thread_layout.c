/* SPDX-License-Identifier: BSD-2-Clause */
/* The layout of the thread list in memory, for tools that read memory images. */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <stddef.h>
#include <spoor/wire.h>
#include "thread_priv.h"

/* For tools without the definitions of the kernel's structures. The linker keeps this section. */
__attribute__((used, section(SPOOR_SPREAD_SECTION_RO("trace_thread_layout"))))
const struct spoor_wire_threads trace_thread_layout = {
    .list = (uint32_t)&thread_all,
    .node = offsetof(struct thread, all),
    .number = offsetof(struct thread, trace.number),
    .name = offsetof(struct thread, name),
    .priority = offsetof(struct thread, base_priority),
};

#endif
