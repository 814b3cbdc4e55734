/* SPDX-License-Identifier: BSD-2-Clause */
/* Replaces names.c if CONFIG_TRACE_NAMES is 0: only the ELF file has the descriptors. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS && !CONFIG_TRACE_NAMES

#include <spoor/trace.h>

const struct trace_point_desc *trace_point_desc(const struct trace_point *p)
{
    (void)p;
    return NULL;
}

struct trace_point *trace_point_find(const char *name)
{
    (void)name;
    return NULL;
}

const char *trace_point_get_name(const struct trace_point *p)
{
    (void)p;
    return "";
}

const char *trace_point_get_location_func(const struct trace_point *p)
{
    (void)p;
    return "";
}

const struct trace_block_desc *trace_block_desc(const struct trace_block *b)
{
    (void)b;
    return NULL;
}

struct trace_block *trace_block_find(const char *name)
{
    (void)name;
    return NULL;
}

const char *trace_block_get_name(const struct trace_block *b)
{
    (void)b;
    return "";
}

#endif
