/* SPDX-License-Identifier: BSD-2-Clause */
/* The array of events, and the IDs of events, blocks and points. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/event.h>
#include <spoor/core/ids.h>

SPOOR_ARRAY_SPREAD_DEF_RW(struct trace_event, trace_events);
TRACE_UNLOADED_DESCS_DEF(struct trace_event_desc, trace_event_descs);
SPOOR_ARRAY_SPREAD_DEF(struct trace_event_name, trace_event_names);

static unsigned first_block(void)
{
    return SPOOR_WIRE_ID_FIRST + (unsigned)SPOOR_ARRAY_SPREAD_SIZE(trace_events);
}

unsigned trace_events_beyond(void)
{
    return first_block() > CONFIG_TRACE_IDS ? first_block() - CONFIG_TRACE_IDS : 0;
}

unsigned trace_event_total(void)
{
    return first_block() - SPOOR_WIRE_ID_FIRST;
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

/* @return the words of a record with one of the fixed IDs, or those after the events */
static unsigned words_of_other(unsigned id)
{
    switch (id) {
    case SPOOR_WIRE_ID_TIME:
        return 2;
    case SPOOR_WIRE_ID_STACK:
    case SPOOR_WIRE_ID_THREAD:
    case SPOOR_WIRE_ID_UNFINISHED:
        return SPOOR_WIRE_WORDS_DATA;
    case SPOOR_WIRE_ID_ENTER:
    case SPOOR_WIRE_ID_LEAVE:
        return 1;
    default:
        return id < SPOOR_WIRE_ID_FIRST || id >= trace_ids() ? TRACE_WORDS_NONE
               : id < first_point()                          ? SPOOR_WIRE_BLOCK_WORDS
                                                             : SPOOR_WIRE_POINT_WORDS;
    }
}

static unsigned words_of(unsigned id)
{
    return id >= SPOOR_WIRE_ID_FIRST && id < first_block() ? trace_events[id - SPOOR_WIRE_ID_FIRST].words
                                                           : words_of_other(id);
}

#if CONFIG_TRACE_ENCODED || CONFIG_TRACE_RING_MODES

uint8_t trace_words[CONFIG_TRACE_IDS];

static void fill_words(void)
{
    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        trace_words[id] = (uint8_t)words_of(id);
    }
}

#else

unsigned trace_words_of(unsigned id)
{
    return words_of(id);
}

static void fill_words(void)
{
}

#endif

void trace_ids_init(void)
{
    unsigned id = SPOOR_WIRE_ID_FIRST;

    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        e->header = id < CONFIG_TRACE_IDS ? SPOOR_WIRE_HEADER_WORD(id) : TRACE_HEADER_BEYOND;
        id++;
    }
    fill_words();
}

#endif
