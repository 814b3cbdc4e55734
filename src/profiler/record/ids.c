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

static unsigned words_of(unsigned id)
{
    static const uint8_t fixed[SPOOR_WIRE_ID_FIRST] = {
        [SPOOR_WIRE_ID_TIME] = 2,
        [SPOOR_WIRE_ID_STACK] = SPOOR_WIRE_WORDS_DATA,
        [SPOOR_WIRE_ID_UNFINISHED] = SPOOR_WIRE_WORDS_DATA,
        [SPOOR_WIRE_ID_THREAD] = SPOOR_WIRE_WORDS_DATA,
        [SPOOR_WIRE_ID_THREAD + 1 ... SPOOR_WIRE_ID_ENTER - 1] = TRACE_WORDS_NONE,
        [SPOOR_WIRE_ID_ENTER] = 1,
        [SPOOR_WIRE_ID_LEAVE] = 1,
    };

    return id < SPOOR_WIRE_ID_FIRST ? fixed[id]
           : id < first_block()     ? trace_events[id - SPOOR_WIRE_ID_FIRST].words
           : id < first_point()     ? SPOOR_WIRE_BLOCK_WORDS
           : id < trace_ids()       ? SPOOR_WIRE_POINT_WORDS
                                    : TRACE_WORDS_NONE;
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
