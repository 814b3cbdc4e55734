/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that implement threads. */
#ifndef THREAD_PRIV_H
#define THREAD_PRIV_H

#include <spoor/event.h>
#include "kernel_priv.h"

#define CPUS_ALL ((1u << CONFIG_CPUS) - 1)

/** All threads that haven't exited, in order of creation. */
extern struct spoor_list thread_all;

#if CONFIG_CPUS == 1
/** Sum of switches to threads that have exited. */
extern uint32_t thread_switches_of_ended;
#endif

#if CONFIG_TRACE_EVENTS
/** Memory layout of the thread list, for tools that read memory images. */
extern const struct spoor_wire_threads trace_thread_layout;
#endif

/** @return whether `t` runs or only waits for a CPU */
static inline bool thread_can_run(const struct thread *t)
{
    return t->state == THREAD_READY || t->state == THREAD_IDLE;
}

/** Create a thread without starting it, as thread_create(). The idle priority is allowed too. */
int thread_create_any(struct thread *t, const struct thread_attr *attr);

#endif
