/* SPDX-License-Identifier: BSD-2-Clause */
/* See libspoor_make.h. */
#include <string.h>
#include "libspoor_make.h"

enum { SLEEP = 2, TIMEOUT = 0, RECORDS = 5 };

static void make_thread(struct make *stream, unsigned number, const char *name, unsigned priority,
                        unsigned flags)
{
    struct make p = {.used = 0};

    make_byte(&p, SPOOR_WIRE_THREAD);
    make_number(&p, 1);
    make_number(&p, number);
    make_number(&p, priority);
    make_string(&p, name);
    make_number(&p, flags);
    make_frame(stream, &p);
}

void make_turns(struct make *stream, const char *name, unsigned turns, unsigned busy)
{
    make_usual_header(stream, 1);
    make_thread(stream, 1, "idle", 0, SPOOR_WIRE_THREAD_IDLE);
    make_thread(stream, 2, name, 9, 0);
    for (unsigned n = 0; n < turns; n++) {
        make_packet(stream, EVENTS(0, n, RECORDS * n, 1000 * (n + 1)), RECORD(ID_WAKE, 0),
                    NUMBER(2 << 2 | TIMEOUT), RECORD(ID_SWITCH, 0), NUMBER(2 << 4), RECORD(ID_HITS, 1),
                    RECORD(ID_CRC, busy / 2), NUMBER(busy / 4), RECORD(ID_SWITCH, busy - busy / 2 - 1),
                    NUMBER(1 << 4 | SLEEP), END);
    }
    make_packet(stream, LOSSES(0, RECORDS * turns, 0, 1000 * (turns + 1)), END);
}

static int keep(void *arg, const char *bytes, size_t n)
{
    struct answer *a = arg;

    a->calls++;
    if (a->refuse != 0) {
        return a->refuse;
    }
    if (n < sizeof a->text - a->used) {
        memcpy(a->text + a->used, bytes, n);
        a->used += n;
        a->text[a->used] = 0;
    }
    return 0;
}

struct libspoor_sink answer_sink(struct answer *a)
{
    *a = (struct answer){.used = 0};
    return (struct libspoor_sink){keep, a};
}
