/* SPDX-License-Identifier: BSD-2-Clause */
/* Names and places of points and blocks, for the shell. Each lookup searches the descriptors. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS && CONFIG_TRACE_NAMES

#include <spoor/trace.h>
#include <spoor/util/text.h>

const struct trace_point_desc *trace_point_desc(const struct trace_point *p)
{
    spoor_array_spread_foreach_ptr(d, trace_point_descs)
    {
        if (d->point == p) {
            return d;
        }
    }
    return NULL;
}

struct trace_point *trace_point_find(const char *name)
{
    spoor_array_spread_foreach_ptr(d, trace_point_descs)
    {
        if (spoor_text_is(d->name, name)) {
            return d->point;
        }
    }
    return NULL;
}

const char *trace_point_get_name(const struct trace_point *p)
{
    const struct trace_point_desc *d = trace_point_desc(p);

    return d != NULL ? d->name : "";
}

const char *trace_point_get_location_func(const struct trace_point *p)
{
    const struct trace_point_desc *d = trace_point_desc(p);

    return d != NULL ? d->location.func : "";
}

const struct trace_block_desc *trace_block_desc(const struct trace_block *b)
{
    spoor_array_spread_foreach_ptr(d, trace_block_descs)
    {
        if (d->block == b) {
            return d;
        }
    }
    return NULL;
}

struct trace_block *trace_block_find(const char *name)
{
    spoor_array_spread_foreach_ptr(d, trace_block_descs)
    {
        if (spoor_text_is(d->name, name)) {
            return d->block;
        }
    }
    return NULL;
}

const char *trace_block_get_name(const struct trace_block *b)
{
    const struct trace_block_desc *d = trace_block_desc(b);

    return d != NULL ? d->name : "";
}

#endif
