/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A place in the source code, initialised statically.
 *
 * Context: any.
 * Cost: none at run time; the strings are in flash.
 */
#ifndef SPOOR_UTIL_LOCATION_H
#define SPOOR_UTIL_LOCATION_H

struct spoor_location {
    const char *file;
    int line;
};

struct spoor_location_func {
    struct spoor_location at;
    const char *func;
};

/** Initialiser of a struct spoor_location for the current line. */
#define SPOOR_LOCATION_INIT                                                                                  \
    {                                                                                                        \
        .file = __FILE__, .line = __LINE__,                                                                  \
    }

/** Initialiser of a struct spoor_location_func for the current line, inside a function. */
#define SPOOR_LOCATION_FUNC_INIT                                                                             \
    {                                                                                                        \
        .at = SPOOR_LOCATION_INIT, .func = __func__,                                                         \
    }

#endif
