/* SPDX-License-Identifier: BSD-2-Clause */
/* The array of events, and the IDs of events, blocks and points. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <string.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>

SPOOR_ARRAY_SPREAD_DEF_RW(struct trace_event, trace_events);
TRACE_UNLOADED_DESCS_DEF(struct trace_event_desc, trace_event_descs);
SPOOR_ARRAY_SPREAD_DEF(struct trace_event_name, trace_event_names);

uint8_t trace_words[CONFIG_TRACE_IDS];

static unsigned first_block(void)
{
    return SPOOR_WIRE_ID_FIRST + (unsigned)SPOOR_ARRAY_SPREAD_SIZE(trace_events);
}

unsigned trace_events_beyond(void)
{
    return first_block() > CONFIG_TRACE_IDS ? first_block() - CONFIG_TRACE_IDS : 0;
}

static unsigned first_point(void)
{
    return first_block() + trace_block_total();
}

#if CONFIG_TRACE_BLOCKS

unsigned trace_block_id(const struct trace_block *b)
{
    return first_block() + (unsigned)(b - trace_blocks);
}

unsigned trace_point_id(const struct trace_point *p)
{
    return first_point() + (unsigned)(p - trace_points);
}

#endif

unsigned trace_ids(void)
{
    return first_point() + trace_point_total();
}

static void set_words(unsigned id, unsigned words)
{
    if (id < CONFIG_TRACE_IDS) {
        trace_words[id] = (uint8_t)words;
    }
}

void trace_ids_init(void)
{
    unsigned id = SPOOR_WIRE_ID_FIRST;

    memset(trace_words, TRACE_WORDS_NONE, sizeof trace_words);
    set_words(SPOOR_WIRE_ID_TIME, 2);
    set_words(SPOOR_WIRE_ID_STACK, SPOOR_WIRE_WORDS_DATA);
    set_words(SPOOR_WIRE_ID_THREAD, SPOOR_WIRE_WORDS_DATA);
    set_words(SPOOR_WIRE_ID_ENTER, 1);
    set_words(SPOOR_WIRE_ID_LEAVE, 1);
    set_words(SPOOR_WIRE_ID_UNFINISHED, SPOOR_WIRE_WORDS_DATA);
    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        set_words(id, e->words);
        e->header = id < CONFIG_TRACE_IDS ? SPOOR_WIRE_HEADER_WORD(id) : TRACE_HEADER_BEYOND;
        id++;
    }
    for (; CONFIG_TRACE_BLOCKS && id < trace_ids(); id++) {
        set_words(id, id < first_point() ? SPOOR_WIRE_BLOCK_WORDS : SPOOR_WIRE_POINT_WORDS);
    }
}

#endif
