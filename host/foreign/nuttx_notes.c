/* SPDX-License-Identifier: BSD-2-Clause */
/* The structures of NuttX' notes. Each type has one length, which finds the layout, and refuses other bytes.
 */
#include <string.h>
#include <base/count.h>
#include "nuttx_priv.h"

#define HEAD_BYTES 8 /* before the time */
#define PIDS       (1u << 20)
#define FEWEST     4 /* notes */

/* Members after the time: b, h, w: of 1, 2, 4 bytes; p: a pointer or size_t. A text follows '$'. */
static const char *const members[NUTTX_TYPES] = {
    [NUTTX_START] = "$",
    [NUTTX_STOP] = "",
    [NUTTX_SUSPEND] = "b",
    [NUTTX_RESUME] = "",
    [NUTTX_CPU_START] = "b",
    [NUTTX_CPU_STARTED] = "",
    [NUTTX_CPU_PAUSE] = "b",
    [NUTTX_CPU_PAUSED] = "",
    [NUTTX_CPU_RESUME] = "b",
    [NUTTX_CPU_RESUMED] = "",
    [NUTTX_PREEMPT_LOCK] = "h",
    [NUTTX_PREEMPT_UNLOCK] = "h",
    [NUTTX_CSECTION_ENTER] = "", /* with several CPUs: h */
    [NUTTX_CSECTION_LEAVE] = "",
    [NUTTX_SPINLOCK_LOCK] = "pb",
    [NUTTX_SPINLOCK_LOCKED] = "pb",
    [NUTTX_SPINLOCK_UNLOCK] = "pb",
    [NUTTX_SPINLOCK_ABORT] = "pb",
    [NUTTX_SYSCALL_ENTER] = "bb$",
    [NUTTX_SYSCALL_LEAVE] = "bp",
    [NUTTX_IRQ_ENTER] = "pb",
    [NUTTX_IRQ_LEAVE] = "pb",
    [NUTTX_WDOG_START] = "pp",
    [NUTTX_WDOG_CANCEL] = "pp",
    [NUTTX_WDOG_ENTER] = "pp",
    [NUTTX_WDOG_LEAVE] = "pp",
    [NUTTX_HEAP_ADD] = "pppp",
    [NUTTX_HEAP_REMOVE] = "pppp",
    [NUTTX_HEAP_ALLOC] = "pppp",
    [NUTTX_HEAP_FREE] = "pppp",
    [NUTTX_PRINTF] = "ppww$",
    [NUTTX_BEGIN] = "pw$",
    [NUTTX_END] = "pw$",
    [NUTTX_MARK] = "pw$",
    [NUTTX_BINARY] = "pw$",
    [NUTTX_COUNTER] = "pw$",
};

static size_t aligned(size_t n, unsigned align)
{
    return (n + align - 1) / align * align;
}

static uint64_t number_at(const struct nuttx_layout *l, const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned n = 0; n < bytes; n++) {
        value |= (uint64_t)at[l->big ? bytes - 1 - n : n] << 8 * n;
    }
    return value;
}

uint64_t nuttx_number(const struct nuttx_layout *l, struct part *text, unsigned bytes)
{
    struct part taken = part_take(text, bytes);

    return taken.failed ? 0 : number_at(l, taken.at, bytes);
}

/* The name of a task ends with a zero, and is text. */
static bool is_name(struct part text)
{
    if (text.left == 0) {
        return true;
    }
    for (size_t n = 0; n + 1 < text.left; n++) {
        if (text.at[n] < ' ') {
            return false;
        }
    }
    return text.at[text.left - 1] == 0;
}

/* Set the text that follows the members. @return whether its length is one that NuttX writes */
static bool take_text(const struct nuttx_layout *l, const uint8_t *at, size_t length, size_t used,
                      struct nuttx_note *note)
{
    size_t size = aligned(used + 1, l->align); /* of the structure: it ends with an array of one byte */

    switch (note->type) {
    case NUTTX_START:
        note->text = (struct part){at + used, length - used, false};
        return is_name(note->text);
    case NUTTX_SYSCALL_ENTER: { /* what precedes the arguments for their alignment isn't in the length */
        size_t begin = aligned(used, l->pointer);

        note->text = (struct part){at + begin, length > begin ? length - begin : 0, false};
        return note->member[1] <= 6 && length == used + note->member[1] * l->pointer;
    }
    case NUTTX_PRINTF:
        note->text = (struct part){at + used, length - used, false};
        if (length + 1 < size) {
            return false;
        }
        note->text.left = length + 1 - size;
        return true;
    default: /* the padding of the structure follows the data */
        note->text = (struct part){at + used, length >= size ? length - size : 0, false};
        return length >= size;
    }
}

bool nuttx_next(const struct nuttx_layout *l, struct part *rest, struct nuttx_note *note)
{
    size_t used = HEAD_BYTES + l->clock;
    const uint8_t *at = rest->at;

    if (rest->left < used || at[0] < used || at[0] > rest->left || at[1] >= NUTTX_TYPES ||
        at[3] >= FOREIGN_CPUS) {
        return false;
    }
    size_t length = at[0];

    *note = (struct nuttx_note){.type = at[1],
                                .priority = at[2],
                                .cpu = at[3],
                                .pid = (uint32_t)number_at(l, at + 4, 4),
                                .time = number_at(l, at + HEAD_BYTES, l->clock)};
    const char *m = members[note->type];
    bool has_count =
        (note->type == NUTTX_CSECTION_ENTER || note->type == NUTTX_CSECTION_LEAVE) && length > used;

    for (m = has_count ? "h" : m; *m != 0 && *m != '$'; m++) {
        unsigned bytes = *m == 'b' ? 1 : *m == 'h' ? 2 : *m == 'w' ? 4 : l->pointer;

        used = aligned(used, bytes);
        if (used + bytes > length) {
            return false;
        }
        note->member[note->count++] = number_at(l, at + used, bytes);
        used += bytes;
    }
    if (note->pid >= PIDS || (*m == 0 && length != aligned(used, l->align)) ||
        (*m == '$' && !take_text(l, at, length, used, note))) {
        return false;
    }
    size_t all = l->padded ? aligned(length, l->pointer) : length;

    (void)part_take(rest, all < rest->left ? all : rest->left);
    return true;
}

/* @return whether all bytes are notes, the last of which may be cut off, and times increase on each CPU */
static bool fits(const struct nuttx_layout *l, const uint8_t *bytes, size_t size)
{
    struct part rest = {bytes, size, false};
    struct nuttx_note note;
    uint64_t last[FOREIGN_CPUS] = {0};
    size_t count = 0, back = 0;

    while (nuttx_next(l, &rest, &note)) {
        back += note.time < last[note.cpu];
        last[note.cpu] = note.time;
        count++;
    }
    return count >= FEWEST && back <= count / 16 && (rest.left == 0 || rest.at[0] > rest.left);
}

bool nuttx_find_layout(const uint8_t *bytes, size_t size, struct nuttx_layout *layout)
{
    static const struct nuttx_layout layouts[] = {
        {.clock = 8, .pointer = 4, .align = 8}, {.clock = 4, .pointer = 4, .align = 4},
        {.clock = 8, .pointer = 8, .align = 8}, {.clock = 8, .pointer = 4, .align = 4}, /* i386 */
        {.clock = 4, .pointer = 8, .align = 8},
    };

    for (unsigned form = 0; form < 4; form++) {
        for (size_t n = 0; n < COUNT_OF(layouts); n++) {
            *layout = layouts[n];
            layout->padded = form & 1;
            layout->big = form >> 1;
            if (fits(layout, bytes, size < FOREIGN_PROBED ? size : FOREIGN_PROBED)) {
                return true;
            }
        }
    }
    return false;
}
