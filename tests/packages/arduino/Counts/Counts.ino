/* SPDX-License-Identifier: BSD-2-Clause */
/* Points, blocks and events of all kinds of functions, whose visits the sketch counts, too. */
#include <Spoor.h>
#include "shared.h"

extern "C" unsigned long visit_c(unsigned long n);

static unsigned long from_method, from_inline, from_loop, from_template, scopes, constructed;

class Device {
  public:
    Device()
    {
        trace_point("constructor");
        constructed++;
    }
    void poll()
    {
        TRACE_BLOCK_SCOPED(poll);
        trace_point("method");
        from_method++;
    }
};

/* Constructed before setup(). */
static Device devices[3];

static inline void repeat(int n)
{
    for (int i = 0; i < n; i++) {
        trace_point("repeat");
        from_inline++;
    }
}

/* The row of a point outside counts all instances. */
TRACE_POINT_DEF(spin_point, "spin");
template <unsigned long N> static void spin()
{
    for (unsigned long i = 0; i < N; i++) {
        trace_point_set(&spin_point);
        from_template++;
    }
}

TRACE_BLOCK_DEF(turn, "turn");
TRACE_EVENT_DEF(sample, TRACE_USER, "value");
static bool finished;

static void count(const char *name, unsigned long n)
{
    Serial.print(name);
    Serial.print(" ");
    Serial.println(n);
}

void setup()
{
    Serial.begin(115200);
    const char *error = Spoor.begin(Serial);
    Serial.println(error != NULL ? error : "spoor: ok");
    (void)Spoor.run("trace_stream on", Serial);
}

static void work()
{
    trace_block_enter(&turn);
    trace_point("loop");
    from_loop++;
    devices[from_loop % 3].poll();
    if (from_loop % 10 == 0) {
        TRACE_BLOCK_SCOPED(tenth);
        scopes++;
        repeat(3);
        spin<2>();
        spin<5>();
        visit_shared();
        visit_from_other_unit();
    }
    trace_event(sample, from_loop);
    trace_block_leave(&turn);
}

static void show()
{
    (void)Spoor.run("trace_stream off", Serial);
    count("constructor", constructed);
    count("method", from_method);
    count("poll", from_method);
    count("repeat", from_inline);
    count("loop", from_loop);
    count("turn", from_loop);
    count("tenth", scopes);
    count("spin", from_template);
    count("shared", from_shared);
    count("shared_block", from_shared);
    count("in_c", visit_c(7));
    (void)Spoor.run("trace_points -s", Serial);
    (void)Spoor.run("trace_blocks -s", Serial);
    Serial.println("ready");
}

void loop()
{
    if (from_loop < 1000) {
        work();
    } else if (!finished) {
        finished = true;
        show();
    }
    Spoor.poll();
}
