/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A place in the source, initialised statically.
 *
 * Context: any. Cost: none at run time; the strings live in flash.
 */
#ifndef UTIL_LOCATION_H
#define UTIL_LOCATION_H

struct location {
    const char *file;
    int line;
};

struct location_func {
    struct location at;
    const char *func;
};

/** Initialiser for a struct location: here. */
#define LOCATION_INIT                                                                                        \
    {                                                                                                        \
        .file = __FILE__, .line = __LINE__,                                                                  \
    }

/** Initialiser for a struct location_func: here, inside a function. */
#define LOCATION_FUNC_INIT                                                                                   \
    {                                                                                                        \
        .at = LOCATION_INIT, .func = __func__,                                                               \
    }

#endif
