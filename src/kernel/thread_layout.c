/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the threads and their names are in memory. */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <stddef.h>
#include <spoor/wire.h>
#include "thread_priv.h"

/* For readers of memory images, which know nothing of the kernel: a section that the linker keeps. */
__attribute__((used, section(SPOOR_SPREAD_SECTION_RO("trace_thread_layout"))))
const struct spoor_wire_threads trace_thread_layout = {
    .list = (uint32_t)&thread_all,
    .node = offsetof(struct thread, all),
    .number = offsetof(struct thread, trace.number),
    .name = offsetof(struct thread, name),
    .priority = offsetof(struct thread, base_priority),
};

#endif
