/* SPDX-License-Identifier: BSD-2-Clause */
/* -s and -b of trace_events: print the events, buffers, clients and filters. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_SHELL

#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/shell/print.h>
#include <spoor/visits.h>
#include <spoor/shell/table.h>
#include <spoor/util/text.h>
#include "command_priv.h"
#include "events_priv.h"

static uint32_t lost_of(unsigned id)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS && id < CONFIG_TRACE_IDS; cpu++) {
        sum += trace_losses[cpu][id];
    }
    return sum;
}

/* Print one row. Points and blocks pass NULL as `e`: they have no service of their own. */
static void row(struct spoor_table *t, unsigned id, const char *name, const struct trace_event *e,
                const uint32_t *lost)
{
    spoor_table_number(t, id);
    spoor_table_text(t, name);
    spoor_table_text(t, trace_service_name(e != NULL ? e->service : TRACE_USER));
    spoor_table_text(t, e != NULL ? trace_on_text(trace_event_is_on(*e), trace_sites_of(e))
                        : trace_services() & TRACE_USER ? "yes"
                                                        : "no");
    spoor_table_number(t, e != NULL ? e->flags & TRACE_EVENT_DEPTH : 0);
    spoor_table_number(t, lost[id < CONFIG_TRACE_IDS ? id : 0]);
}

static void rows(struct spoor_table *t, char **words, int n, const uint32_t *lost)
{
    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        if (spoor_events_selected(e, words, n)) {
            row(t, spoor_events_id(e), spoor_events_name(e), e, lost);
        }
    }
    spoor_array_spread_foreach_ptr(b, trace_blocks)
    {
        if (n == 0 && trace_block_is_recorded(b)) {
            row(t, trace_block_id(b), trace_block_get_name(b), NULL, lost);
        }
    }
    spoor_array_spread_foreach_ptr(p, trace_points)
    {
        if (n == 0 && trace_point_is_recorded(p)) {
            row(t, trace_point_id(p), trace_point_get_name(p), NULL, lost);
        }
    }
}

void spoor_events_show(char **words, int n)
{
    static const char columns[] = ">ID\0<Name\0<Service\0<Act\0>Stack\0>Lost";
    static uint32_t lost[CONFIG_TRACE_IDS]; /* a snapshot, so that both passes print the same */
    struct spoor_table t;

    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        lost[id] = lost_of(id);
    }
    lost[0] = 0; /* for IDs that are out of range */
    spoor_table_begin(&t, columns, 6);
    while (spoor_table_pass(&t)) {
        rows(&t, words, n, lost);
    }
}

static const char *state_of(const struct trace_ring *r)
{
    return r->paused & TRACE_PAUSED_CPU       ? "hidden"
           : r->paused & TRACE_PAUSED_STOPPED ? "stopped"
           : r->trigger_subbufs != 0          ? "triggered"
                                              : "ready";
}

static void show_rings(void)
{
    static const char columns[] = ">CPU\0<Mode\0<State\0>Filled\0>Lost\0>Overwritten\0>Kept out";
    static struct {
        uint32_t filled, dropped, overwritten, unrecorded;
    } now[CONFIG_CPUS];
    struct spoor_table t;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct trace_ring *r = &trace_rings[cpu];

        now[cpu].filled = r->closed - r->read;
        now[cpu].dropped = r->dropped;
        now[cpu].overwritten = r->overwritten;
        now[cpu].unrecorded = r->unrecorded;
    }
    spoor_table_begin(&t, columns, 7);
    while (spoor_table_pass(&t)) {
        for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
            spoor_table_number(&t, cpu);
            spoor_table_text(&t, spoor_text_nth(SPOOR_EVENTS_MODES, trace_rings[cpu].mode));
            spoor_table_text(&t, state_of(&trace_rings[cpu]));
            spoor_table_cell(&t, "%lu of %u", (unsigned long)now[cpu].filled,
                             trace_ring_subbufs(&trace_rings[cpu]));
            spoor_table_number(&t, now[cpu].dropped);
            spoor_table_number(&t, now[cpu].overwritten);
            spoor_table_number(&t, now[cpu].unrecorded);
        }
    }
    spoor_printf("sub-buffers of %u bytes\n", (unsigned)sizeof(struct trace_subbuf));
    if (trace_rings_survived()) {
        spoor_printf("recorded before a reset, until recording begins\n");
    }
}

static void show_clients(void)
{
    for (const struct trace_client *c = trace_clients(); c != NULL; c = c->next) {
        spoor_printf("client %s:", c->name);
        for (uint32_t bit = 1; bit <= TRACE_SERVICES_ALL; bit <<= 1) {
            if (c->wanted & bit) {
                spoor_printf(" %s", trace_service_name(bit));
            }
        }
        spoor_printf("%s\n", c->wanted == 0 ? " nothing" : "");
    }
}

void spoor_events_show_buffers(void)
{
    show_rings();
    show_clients();
    spoor_events_show_filters();
}

#endif
