/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of threads, interrupts, functions and objects in a trace. */
#include <export/trace/exporter.h>

#define LINUX_PRIORITY_USUAL 120 /* corresponds to nice 0 */

/* @return one of four buffers in turn, because a line may contain several names */
static char *buffer(void)
{
    static _Thread_local char buffers[4][256];
    static _Thread_local unsigned n;

    return buffers[n++ % 4];
}

const char *export_thread(const struct trace_export *e, uint32_t thread)
{
    const struct spoor_thread *t = spoor_thread(e->reader, thread);

    if (t != NULL && t->name[0] != 0) {
        return t->name;
    }
    char *text = buffer();

    snprintf(text, 256, "thread %u", thread);
    return text;
}

uint32_t export_tid(const struct trace_export *e, uint32_t thread)
{
    return spoor_is_idle(e->reader, thread) ? 0 : e->place * EXPORT_PLACE + thread;
}

uint32_t export_priority(const struct trace_export *e, uint32_t thread)
{
    const struct spoor_thread *t = spoor_thread(e->reader, thread);
    const struct follow_thread *now = follow_thread(intervals_follow(e->intervals), thread);

    if (now != NULL && now->prioritized) {
        return spoor_linux_priority(e->elf, now->priority);
    }
    return t != NULL ? spoor_linux_priority(e->elf, t->priority) : LINUX_PRIORITY_USUAL;
}

const char *export_irq_unnamed(uint32_t line)
{
    char *text = buffer();

    snprintf(text, 256, line == FOLLOW_NO_LINE ? "irq" : "irq %u", line);
    return text;
}

const char *export_irq(const struct trace_export *e, uint32_t line)
{
    const char *name = spoor_named(e->reader, SPOOR_WIRE_NAMED_IRQ, line);

    return name != NULL ? name : export_irq_unnamed(line);
}

const char *export_function(const struct trace_export *e, uint32_t address)
{
    uint32_t offset;
    const char *symbol = spoor_elf_symbol(e->elf, address & ~UINT32_C(1), &offset);

    if (symbol != NULL && offset == 0) {
        return symbol;
    }
    char *text = buffer();

    if (symbol != NULL) {
        snprintf(text, 256, "%.200s+0x%x", symbol, offset);
    } else {
        snprintf(text, 256, "0x%08x", address & ~UINT32_C(1));
    }
    return text;
}

const char *export_object(const struct trace_export *e, uint32_t address)
{
    const char *name = spoor_named(e->reader, SPOOR_WIRE_NAMED_OBJECT, address);

    if (address == 0) {
        return "0"; /* no object, although the vectors may be at this address */
    }
    return name != NULL ? name : export_function(e, address);
}
