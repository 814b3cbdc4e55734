/* SPDX-License-Identifier: BSD-2-Clause */
/* A recording of two threads for tests of the library. */
#ifndef LIBSPOOR_MAKE_H
#define LIBSPOOR_MAKE_H

#include <engine/libspoor.h>
#include "read_make.h"

/**
 * Append a recording at 1 MHz in which the threads "idle" and `name` take turns: `name` runs for `busy` of
 * each 1000 us, with a visit of the block "crc" and of the point "hits" each time.
 */
void make_turns(struct make *stream, const char *name, unsigned turns, unsigned busy);

/** What a query wrote. */
struct answer {
    char text[65536];
    size_t used;
    unsigned calls;
    int refuse; /**< the errno that the sink returns */
};

/** @return a sink that appends to an answer, which becomes empty */
struct libspoor_sink answer_sink(struct answer *a);

#endif
