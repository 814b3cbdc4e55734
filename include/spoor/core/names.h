/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The place of the names of points, blocks and events. Names of points and blocks are in flash. With
 * CONFIG_TRACE_NAMES 0 they are in a section of the ELF file that isn't loaded, where the host finds them.
 * Descriptions of events are always in that section, because the target doesn't read them. Only their names
 * are also in flash, for the shell. Used by trace.h and event.h; images don't use this directly.
 */
#ifndef SPOOR_CORE_NAMES_H
#define SPOOR_CORE_NAMES_H

#include <spoor/config.h>
#include <spoor/util/array_spread.h>
#include <spoor/util/location.h>

/* Descriptors refer to strings, which must be in the same section. So each string is an array of its own. */
#define TRACE_NAMES_SECTION ".names."
#define TRACE_NAMES_STRING                                                                                   \
    static const char __attribute__((used, section(SPOOR_SPREAD_OWN_SECTION(TRACE_NAMES_SECTION "string"     \
                                                                                                "s"))))
#define TRACE_UNLOADED_DESCS_DEF(type, array)                                                                \
    SPOOR_SPREAD_BOUND(array, TRACE_NAMES_SECTION #array ".0", "a", "8");                                    \
    SPOOR_SPREAD_BOUND(array##_spread_end, TRACE_NAMES_SECTION #array ".9", "a", "1");                       \
    SPOOR_ARRAY_SPREAD_DECLARE(type, array)

#define TRACE_EVENT_DESC_ADD(array, cell, fields_, kind_)                                                    \
    TRACE_EVENT_NAME_ADD(cell);                                                                              \
    TRACE_NAMES_STRING trace_name_of_##cell[] = #cell;                                                       \
    TRACE_NAMES_STRING trace_fields_of_##cell[] = "" fields_;                                                \
    TRACE_NAMES_STRING trace_file_of_##cell[] = __FILE__;                                                    \
    static const __typeof__((array)[0]) trace_desc_of_##cell SPOOR_SPREAD_PLACE(                             \
        TRACE_NAMES_SECTION #array ".5", __typeof__((array)[0])) = {                                         \
        &cell, trace_name_of_##cell, trace_fields_of_##cell, {trace_file_of_##cell, __LINE__}, kind_}

#if CONFIG_TRACE_NAMES && CONFIG_TRACE_SHELL
#define TRACE_EVENT_NAME_ADD(cell) SPOOR_ARRAY_SPREAD_ADD(trace_event_names, {&cell, #cell})
#else
#define TRACE_EVENT_NAME_ADD(cell) SPOOR_STATIC_ASSERT(1, "only the ELF file has the name")
#endif

#if CONFIG_TRACE_NAMES

#define TRACE_DESCS_DECLARE(type, array) SPOOR_ARRAY_SPREAD_DECLARE(type, array)
#define TRACE_DESCS_DEF(type, array)     SPOOR_ARRAY_SPREAD_DEF(type, array)

/** Add the description of a point or block; `func` is TRACE_IN_FUNCTION or TRACE_AT_FILE_SCOPE. */
#define TRACE_DESC_ADD(array, cell, name_, func_)                                                            \
    SPOOR_ARRAY_SPREAD_ADD(array, {&cell, "" name_, {.at = SPOOR_LOCATION_INIT, .func = func_(cell)}})
#define TRACE_IN_FUNCTION(cell) __func__
/* Outside a function __func__ isn't allowed, and this is "". */
#define TRACE_AT_FILE_SCOPE(cell) __builtin_FUNCTION()

#else

#define TRACE_DESCS_DECLARE(type, array) SPOOR_ARRAY_SPREAD_DECLARE(type, array)
#define TRACE_DESCS_DEF(type, array)     TRACE_UNLOADED_DESCS_DEF(type, array)

#define TRACE_DESC_ADD(array, cell, name_, func_)                                                            \
    TRACE_NAMES_STRING cell##_name[] = "" name_;                                                             \
    TRACE_NAMES_STRING cell##_file[] = __FILE__;                                                             \
    TRACE_NAMES_STRING cell##_no_function[] = "";                                                            \
    static const __typeof__((array)[0]) cell##_desc SPOOR_SPREAD_PLACE(TRACE_NAMES_SECTION #array ".5",      \
                                                                       __typeof__((array)[0])) = {           \
        &cell, cell##_name, {.at = {.file = cell##_file, .line = __LINE__}, .func = func_(cell)}}

/* __func__ can't be placed in the section: the host reads the function from the debug information. */
#define TRACE_IN_FUNCTION(cell)   NULL
#define TRACE_AT_FILE_SCOPE(cell) cell##_no_function

#endif
#endif
