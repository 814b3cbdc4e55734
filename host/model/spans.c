/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes intervals of calls, blocks and ranges. */
#include <stdlib.h>
#include <string.h>
#include "intervals_priv.h"

/* ------------------------------------------------------------------ calls */

static void end_call(struct intervals *v, struct context *c, unsigned cpu, uint64_t time, bool cut)
{
    const struct call *call = &c->calls[--c->depth];
    uint64_t net = context_ran(c, time) - call->ran;
    struct interval i = {
        .kind = INTERVAL_FUNCTION,
        .from = call->from > v->clip ? call->from : v->clip,
        .to = time,
        .cut = cut,
        .begun_before =
            call->from<v->clip, .net = net, .self = net> call->children ? net - call->children : 0,
        .thread = c->thread,
        .line = c->line,
        .cpu = (uint8_t)cpu,
        .in_irq = c->is_irq,
        .function = call->function,
        .depth = c->depth,
        .around = c->functions,
    };

    if (c->depth > 0) {
        c->calls[c->depth - 1].children += net;
    }
    v->take(v->arg, &i);
}

void intervals_end_calls(struct intervals *v, struct context *c, unsigned cpu, uint64_t time, bool cut)
{
    while (c->depth > 0) {
        end_call(v, c, cpu, time, cut);
    }
}

/* Addresses are stored separately from the calls, so that they can be passed to the callback directly. */
static bool grow(struct context *c)
{
    unsigned room = c->room != 0 ? 2 * c->room : 16;
    struct call *calls = realloc(c->calls, room * sizeof *calls);

    if (calls == NULL) {
        return false;
    }
    c->calls = calls;
    uint32_t *functions = realloc(c->functions, room * sizeof *functions);

    if (functions == NULL) {
        return false;
    }
    c->functions = functions;
    c->room = room;
    return true;
}

static void enter(struct context *c, const struct spoor_item *item)
{
    if (c->depth == c->room && !grow(c)) {
        return;
    }
    c->functions[c->depth] = item->word[0];
    c->calls[c->depth++] = (struct call){item->word[0], item->time, context_ran(c, item->time), 0};
}

/* ------------------------------------------------------------------ blocks and ranges */

static void give_block(struct intervals *v, const struct spoor_item *item, const struct context *c)
{
    uint64_t wall = item->word[0] < item->time ? item->word[0] : item->time, from = item->time - wall;
    struct interval i = {
        .kind = INTERVAL_BLOCK,
        .from = from,
        .to = item->time,
        .begun_before = from < v->clip,
        .net = wall,
        .self = wall,
        .no_net = true,
        .thread = c != NULL ? c->thread : FOLLOW_NO_THREAD,
        .line = c != NULL ? c->line : 0,
        .in_irq = c != NULL && c->is_irq,
        .cpu = item->cpu,
        .id = item->id,
    };
    uint64_t before;

    if (c != NULL && context_ran_at(c, from, &before)) {
        i.net = i.self = context_ran(c, item->time) - before;
        i.no_net = false;
    }
    v->take(v->arg, &i);
}

static void take_range(struct intervals *v, const struct spoor_item *item, const struct context *c)
{
    if (item->word[0] != 0) {
        if (v->range_count < RANGES_MAX) {
            v->range[v->range_count++] = (struct open_range){
                item->id, item->cpu, c != NULL ? c->thread : FOLLOW_NO_THREAD, item->time};
        }
        return;
    }
    for (unsigned n = v->range_count; n-- > 0;) { /* the last one to begin is the first to end */
        struct open_range *r = &v->range[n];

        if (r->id == item->id) {
            struct interval i = {
                .kind = INTERVAL_RANGE,
                .from = r->from > v->clip ? r->from : v->clip,
                .to = item->time,
                .begun_before = r->from < v->clip,
                .thread = r->thread,
                .cpu = r->cpu,
                .no_net = true, /* it may begin in one context and end in another */
                .id = r->id,
            };

            i.net = i.self = i.to - i.from;
            memmove(r, r + 1, (--v->range_count - n) * sizeof *r);
            v->take(v->arg, &i);
            return;
        }
    }
}

void intervals_span(struct intervals *v, const struct spoor_item *item, const struct spoor_id *id)
{
    struct context *c;

    switch (id->class) {
    case SPOOR_ENTER:
        c = intervals_running(v, item->cpu);
        if (c != NULL && c->depth == v->follow->depth) {
            enter(c, item);
        }
        break;
    case SPOOR_LEAVE:
        c = intervals_running(v, item->cpu);
        while (c != NULL && c->depth > v->follow->depth) {
            end_call(v, c, item->cpu, item->time, false);
        }
        break;
    case SPOOR_BLOCK:
        give_block(v, item, intervals_running(v, item->cpu));
        break;
    case SPOOR_RANGE:
        take_range(v, item, intervals_running(v, item->cpu));
        break;
    default:
        break;
    }
}
