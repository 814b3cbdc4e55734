/* SPDX-License-Identifier: BSD-2-Clause */
/* Search of the timeline. A filter is applied to the interval that a slice was made of. */
#include "tui_search.h"

static struct interval interval_of(const struct history_row *r, const struct history_slice *s)
{
    static const enum interval_kind kinds[] = {[HISTORY_CPU] = INTERVAL_STATE,
                                               [HISTORY_THREAD] = INTERVAL_STATE,
                                               [HISTORY_IRQ] = INTERVAL_IRQ,
                                               [HISTORY_CALLS] = INTERVAL_FUNCTION,
                                               [HISTORY_BLOCK] = INTERVAL_BLOCK};

    return (struct interval){.kind = kinds[r->kind],
                             .from = s->from,
                             .to = s->to,
                             .net = s->net,
                             .thread = r->kind == HISTORY_IRQ     ? FOLLOW_NO_THREAD
                                       : r->kind == HISTORY_CALLS ? r->key
                                                                  : s->key,
                             .line = s->key,
                             .cpu = s->cpu,
                             .in_irq = s->in_irq,
                             .id = r->kind == HISTORY_BLOCK ? (uint16_t)r->key : 0,
                             .function = s->key,
                             .state = s->state,
                             .reason = s->reason,
                             .object = s->object};
}

const struct history_slice *tui_find(const struct view *v, const struct choice *c, size_t *row)
{
    uint64_t now = v->chosen ? v->chosen_from : view_cursor_time(v), best = UINT64_MAX;
    const struct history_slice *found = NULL;

    for (size_t n = 0; n < v->shown_count; n++) {
        const struct history_row *r = &v->history->rows[v->shown[n]];

        for (size_t i = history_first(r, now); i < r->count && r->slices[i].from < best; i++) {
            struct interval interval = interval_of(r, &r->slices[i]);

            if (r->slices[i].from > now && choose_interval(c, &interval)) {
                found = &r->slices[i];
                best = found->from;
                *row = n;
            }
        }
    }
    return found;
}
