/* SPDX-License-Identifier: BSD-2-Clause */
/* Packets of SystemView, and the numbers and texts in them. */
#define _GNU_SOURCE /* memmem() */
#include <string.h>
#include "sysview_priv.h"

#define NUMBER_BYTES 5

uint32_t sysview_number(struct part *p)
{
    uint64_t value = 0;

    for (unsigned n = 0; n < NUMBER_BYTES; n++) {
        uint64_t byte = part_number(p, 1);

        value |= (byte & 0x7F) << 7 * n;
        if (byte < 0x80) {
            return (uint32_t)value;
        }
    }
    p->failed = true;
    return 0;
}

struct part sysview_text(struct part *p)
{
    uint64_t n = part_number(p, 1);

    if (n == 255) {
        n = part_number(p, 1) << 8;
        n |= part_number(p, 1);
    }
    return part_take(p, n);
}

/* Parameters of packets without a length: n is a number, t a text. */
static const char *const short_bodies[SYSVIEW_WITH_LENGTH] = {
    [SYSVIEW_OVERFLOW] = "n",         [SYSVIEW_ISR_ENTER] = "n",        [SYSVIEW_TASK_START_EXEC] = "n",
    [SYSVIEW_TASK_START_READY] = "n", [SYSVIEW_TASK_STOP_READY] = "nn", [SYSVIEW_TASK_CREATE] = "n",
    [SYSVIEW_TASK_INFO] = "nnt",      [SYSVIEW_SYSTIME_CYCLES] = "n",   [SYSVIEW_SYSTIME_US] = "nn",
    [SYSVIEW_SYSDESC] = "t",          [SYSVIEW_MARK_START] = "n",       [SYSVIEW_MARK_STOP] = "n",
    [SYSVIEW_TIMER_ENTER] = "n",      [SYSVIEW_STACK_INFO] = "nnnn",    [SYSVIEW_MODULEDESC] = "nnt",
    [SYSVIEW_DATA_SAMPLE] = "nn",
};

bool sysview_next(struct part *rest, uint64_t *time, struct sysview_packet *p)
{
    if (rest->left == 0 || rest->failed) {
        return false;
    }
    p->id = sysview_number(rest);
    if (p->has_cores) { /* a bit of the ID's last byte, which the recorder keeps free */
        unsigned bit = p->id < 0x80 ? 0x40 : 0x2000;

        p->core = (p->id & bit) != 0;
        p->id &= ~bit;
    }
    if (p->id >= SYSVIEW_WITH_LENGTH) {
        p->body = part_take(rest, sysview_number(rest));
    } else {
        p->body = *rest;
        for (const char *c = short_bodies[p->id]; c != NULL && *c != 0; c++) {
            if (*c == 'n') {
                (void)sysview_number(rest);
            } else {
                (void)sysview_text(rest);
            }
        }
        p->body.left = (size_t)(rest->at - p->body.at);
    }
    *time += sysview_number(rest);
    p->time = *time;
    return !rest->failed;
}

bool sysview_has_cores(const uint8_t *bytes, size_t size)
{
    static const char mark[] = "; ESP_Extension\n";
    const uint8_t *first = size > 0 && bytes[0] == ';' ? memchr(bytes, 0, size) : NULL;

    return first != NULL && memmem(bytes, (size_t)(first - bytes), mark, sizeof mark - 1) != NULL;
}

/* The bytes before it are lines of text, or the rest of what a ring has overwritten. */
struct part sysview_begin(const uint8_t *bytes, size_t size)
{
    size_t zeros = 0;

    for (size_t at = 0; at < size; at++) {
        zeros = bytes[at] == 0 ? zeros + 1 : 0;
        if (zeros == SYSVIEW_SYNC_BYTES) {
            return (struct part){bytes + at + 1, size - at - 1, false};
        }
    }
    return (struct part){bytes, 0, true};
}
