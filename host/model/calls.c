/* SPDX-License-Identifier: BSD-2-Clause */
/* Follows the open functions of each thread and interrupt, and assigns stacks to events. */
#include <stdlib.h>
#include "follow_priv.h"

/* Maximum of records between an event and its stack; interrupts may record in between. */
#define RECENT 4096

/* Deeper calls are not followed. */
#define CALLS_MAX 256

static void note_record(struct follow_cpu *cpu, const struct spoor_item *item)
{
    if (cpu->recent == NULL) {
        cpu->recent = malloc(RECENT * sizeof *cpu->recent);
        if (cpu->recent == NULL) {
            return;
        }
    }
    cpu->recent[cpu->recents++ % RECENT] =
        SPOOR_WIRE_HEADER_WORD(item->id) | ((uint32_t)item->time & SPOOR_WIRE_TIME_MASK);
}

/* Find the last record that has this header word and no stack yet. */
static enum follow_stack tie(struct follow *f, struct follow_cpu *cpu, const struct spoor_item *item)
{
    const uint8_t *d = item->data;

    if (item->bytes < 4 || item->bytes % 4 != 0) {
        return FOLLOW_STACK_WRONG;
    }
    uint32_t header = spoor_data_word(d);
    uint32_t n = cpu->recents < RECENT ? cpu->recents : RECENT;

    for (uint32_t back = 1; cpu->recent != NULL && back <= n; back++) {
        uint32_t *record = &cpu->recent[(cpu->recents - back) % RECENT];

        if (*record == header) {
            *record = 0; /* each record has only one stack */
            f->stack_id = (uint16_t)(header >> SPOOR_WIRE_TIME_BITS);
            f->stack_back = back;
            return FOLLOW_STACK_TIED;
        }
    }
    return cpu->cut || cpu->recents >= RECENT ? FOLLOW_STACK_LOST : FOLLOW_STACK_WRONG;
}

static struct follow_calls *calls_of(struct follow *f, struct follow_cpu *cpu)
{
    if (cpu->irq_depth != 0) {
        return &cpu->calls[cpu->irq_depth - 1];
    }
    return cpu->known ? &follow_get(f, cpu->thread)->calls : NULL;
}

unsigned follow_depth(const struct follow *f, unsigned cpu)
{
    const struct follow_cpu *c = &f->cpu[cpu];
    const struct follow_thread *t = c->known ? follow_thread(f, c->thread) : NULL;

    return c->irq_depth != 0 ? c->calls[c->irq_depth - 1].depth : t != NULL ? t->calls.depth : 0;
}

static void enter(struct follow *f, struct follow_calls *c, uint32_t function)
{
    f->depth = c->depth;
    if (c->depth == c->room) {
        unsigned room = c->room != 0 ? 2 * c->room : 16;
        uint32_t *grown = room <= CALLS_MAX ? realloc(c->function, room * sizeof *grown) : NULL;

        if (grown == NULL) {
            return;
        }
        c->function = grown;
        c->room = room;
    }
    c->function[c->depth++] = function;
}

/* A function without a record of its end, because of longjmp() or a filter, ends with its caller. */
static void leave(struct follow *f, struct follow_calls *c, uint32_t function)
{
    unsigned depth = c->depth;

    while (depth > 0 && c->function[depth - 1] != function) {
        depth--;
    }
    if (depth > 0) {
        c->depth = depth - 1;
    }
    f->depth = c->depth;
}

void follow_calls(struct follow *f, const struct spoor_item *item, const struct spoor_id *id)
{
    struct follow_cpu *cpu = &f->cpu[item->cpu];
    struct follow_calls *c;

    switch (id->class) {
    case SPOOR_STACK:
        if (!f->no_stacks) {
            f->stack = tie(f, cpu, item);
        }
        return;
    case SPOOR_ENTER:
    case SPOOR_LEAVE:
        c = calls_of(f, cpu);
        f->depth = 0;
        if (c != NULL && id->class == SPOOR_ENTER) {
            enter(f, c, item->word[0]);
        } else if (c != NULL) {
            leave(f, c, item->word[0]);
        }
        break;
    default:
        break;
    }
    if (!f->no_stacks) {
        note_record(cpu, item);
    }
}
