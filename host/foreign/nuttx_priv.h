/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Notes of NuttX' scheduler instrumentation, as /dev/note/ram and the note file have them
 * (its sched_note.h): structures of the target's C compiler, one after the other. A length, a type,
 * a priority and a CPU, one byte each; the task's PID; the time; and what the type adds.
 */
#ifndef FOREIGN_NUTTX_PRIV_H
#define FOREIGN_NUTTX_PRIV_H

#include <foreign/foreign.h>
#include <foreign/sink.h>
#include "part.h"

enum nuttx_type {
    NUTTX_START,
    NUTTX_STOP,
    NUTTX_SUSPEND,
    NUTTX_RESUME,
    NUTTX_CPU_START,
    NUTTX_CPU_STARTED,
    NUTTX_CPU_PAUSE,
    NUTTX_CPU_PAUSED,
    NUTTX_CPU_RESUME,
    NUTTX_CPU_RESUMED,
    NUTTX_PREEMPT_LOCK,
    NUTTX_PREEMPT_UNLOCK,
    NUTTX_CSECTION_ENTER,
    NUTTX_CSECTION_LEAVE,
    NUTTX_SPINLOCK_LOCK,
    NUTTX_SPINLOCK_LOCKED,
    NUTTX_SPINLOCK_UNLOCK,
    NUTTX_SPINLOCK_ABORT,
    NUTTX_SYSCALL_ENTER,
    NUTTX_SYSCALL_LEAVE,
    NUTTX_IRQ_ENTER,
    NUTTX_IRQ_LEAVE,
    NUTTX_WDOG_START,
    NUTTX_WDOG_CANCEL,
    NUTTX_WDOG_ENTER,
    NUTTX_WDOG_LEAVE,
    NUTTX_HEAP_ADD,
    NUTTX_HEAP_REMOVE,
    NUTTX_HEAP_ALLOC,
    NUTTX_HEAP_FREE,
    NUTTX_PRINTF,
    NUTTX_BEGIN,
    NUTTX_END,
    NUTTX_MARK,
    NUTTX_BINARY,
    NUTTX_COUNTER,
    NUTTX_TYPES,
};

/* How the target's compiler lays out the notes. The file doesn't tell: the layout is the one that fits. */
struct nuttx_layout {
    unsigned clock, pointer, align; /* bytes of a time and of a pointer; alignment of structures */
    bool padded; /* each note begins at a multiple of a pointer's size, as in the driver's ring */
    bool big;
};

#define NUTTX_MEMBERS 8

struct nuttx_note {
    enum nuttx_type type;
    unsigned priority, cpu;
    uint32_t pid;
    uint64_t time;
    unsigned count;
    uint64_t member[NUTTX_MEMBERS];
    struct part text; /* a name, arguments, data */
};

/* @return whether the bytes are notes, from their first to the last whole one; and their layout */
bool nuttx_find_layout(const uint8_t *bytes, size_t size, struct nuttx_layout *layout);

/* Take a note. @return false at the end, or where no note of this layout begins; the part isn't moved then */
bool nuttx_next(const struct nuttx_layout *layout, struct part *rest, struct nuttx_note *note);

/* @return a number at the beginning of a text, of up to 8 bytes; 0: it is shorter */
uint64_t nuttx_number(const struct nuttx_layout *layout, struct part *text, unsigned bytes);

#endif
