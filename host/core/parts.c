/* SPDX-License-Identifier: BSD-2-Clause */
/* What the readers of all formats report and add. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <base/vector.h>
#include "core_priv.h"

bool core_refuse(const struct core_input *in, const char *format, ...)
{
    char text[300];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    message_say(in->report, in->name, "%s: %s", in->core->format, text);
    return false;
}

bool core_add_segment(const struct core_input *in, uint32_t address, const uint8_t *bytes, size_t size)
{
    struct core *c = in->core;

    if (size == 0) {
        return true;
    }
    if (!VECTOR_GROW(c->segments, c->memory.count)) {
        return core_refuse(in, "%s", strerror(ENOMEM));
    }
    c->segments[c->memory.count++] = (struct spoor_segment){address, bytes, size};
    return true;
}

struct core_registers *core_add_registers(const struct core_input *in, uint32_t thread)
{
    struct core *c = in->core;

    if (!VECTOR_GROW(c->registers, c->register_count)) {
        core_refuse(in, "%s", strerror(ENOMEM));
        return NULL;
    }
    c->registers[c->register_count] = (struct core_registers){.thread = thread};
    return &c->registers[c->register_count++];
}
