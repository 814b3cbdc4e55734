/* SPDX-License-Identifier: BSD-2-Clause */
/* Three instrumented functions, each calling the next. */
#ifndef LAYERS_H
#define LAYERS_H

#include <stdint.h>
#include <spoor/event.h>

/** The event emitted by the lowest layer. */
extern struct trace_event *const layers_event;

/** Enters three functions and emits one event. */
void layers_top(uint32_t n);

/** Enters only the lowest of them. */
void layers_bottom(uint32_t n);

#endif
