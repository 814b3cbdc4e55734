/* SPDX-License-Identifier: BSD-2-Clause */
/* Three functions, one calling the other: all instrumented. */
#ifndef LAYERS_H
#define LAYERS_H

#include <stdint.h>
#include <spoor/event.h>

/** The event that the lowest layer emits is this one. */
extern struct trace_event *const layers_event;

/** Enters three functions, and emits one event. */
void layers_top(uint32_t n);

/** The lowest of them alone. */
void layers_bottom(uint32_t n);

#endif
