/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perfetto's task states for kernels other than Linux (GenericKernelTaskStateEvent): a thread runs, is ready
 * or waits. The format has no wake-ups and interrupts; `--to perfetto` has them.
 */
#include <errno.h>
#include <stdlib.h>
#include <base/hash.h>
#include <base/vector.h>
#include <export/proto.h>
#include <export/trace/exporter.h>

/* Field numbers of TracePacket. */
enum { P_TIMESTAMP = 8, P_SEQUENCE = 10, P_FLAGS = 13, P_STATE = 117, P_PROCESSES = 122 };
enum { S_CPU = 1, S_COMM = 2, S_TID = 3, S_STATE = 4, S_PRIORITY = 5 };
enum { STATE_UNKNOWN = 0, STATE_RUNNABLE = 2, STATE_RUNNING = 3, STATE_WAITING = 4, STATE_DEAD = 7 };

/* The last state of a thread. */
struct last {
    struct interval state;
    bool open; /* its end hasn't been written */
};

struct states {
    struct bytes packet, message, inner, out;
    bool some;
    struct last *threads;
    size_t count;
    struct hash map;
};

static void send(struct trace_export *e)
{
    struct states *s = e->to.state;

    proto_number(&s->packet, P_SEQUENCE, 1);
    if (!s->some) {
        proto_number(&s->packet, P_FLAGS, 1);
    }
    s->some = true;
    proto_message(&s->out, 1, &s->packet);
    s->packet.used = 0;
    export_flush(&e->to, &s->out);
}

static void put_state(struct trace_export *e, const struct interval *i, uint64_t time, unsigned state)
{
    struct states *s = e->to.state;

    s->message.used = 0;
    if (i->state == FOLLOW_RUNS) {
        proto_number(&s->message, S_CPU, i->cpu);
    }
    proto_text(&s->message, S_COMM, export_thread(e, i->thread));
    proto_number(&s->message, S_TID, export_tid(e, i->thread));
    proto_number(&s->message, S_STATE, state);
    proto_number(&s->message, S_PRIORITY, export_priority(e, i->thread));
    proto_number(&s->packet, P_TIMESTAMP, export_ns(e, time));
    proto_message(&s->packet, P_STATE, &s->message);
    send(e);
}

static struct last *last_of(struct trace_export *e, uint32_t thread)
{
    struct states *s = e->to.state;
    uint32_t index = hash_find_key(&s->map, thread);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(s->threads, s->count) || !hash_add(&s->map, thread, (uint32_t)s->count)) {
            e->to.error = ENOMEM;
            return NULL;
        }
        index = (uint32_t)s->count++;
        s->threads[index] = (struct last){.open = false};
    }
    return &s->threads[index];
}

/*
 * Write a state when it ends; readers sort by time. For them a state lasts until the thread's next, so that
 * its end must be written only if no other state follows: at a loss, if a filter hides the thread, and if the
 * thread has ended. For idle threads no end is needed: another thread runs on the CPU, or there is a loss.
 */
static void states_interval(struct trace_export *e, const struct interval *i)
{
    const struct follow_thread *t = follow_thread(intervals_follow(e->intervals), i->thread);
    bool idle = spoor_is_idle(e->reader, i->thread);

    if (i->kind != INTERVAL_STATE || (idle && i->state != FOLLOW_RUNS)) {
        return;
    }
    struct last *last = last_of(e, i->thread);

    if (last == NULL) {
        return;
    }
    if (last->open && last->state.to < i->from) {
        put_state(e, &last->state, last->state.to, STATE_UNKNOWN);
    }
    put_state(e, i, i->from,
              i->state == FOLLOW_RUNS    ? STATE_RUNNING
              : i->state == FOLLOW_READY ? STATE_RUNNABLE
                                         : STATE_WAITING);
    *last = (struct last){*i, idle ? i->cut : true};
    if (t != NULL && t->state == FOLLOW_ENDED) {
        put_state(e, i, i->to, STATE_DEAD);
        last->open = false;
    }
}

static void states_end(struct trace_export *e)
{
    struct states *s = e->to.state;
    const struct follow *f = intervals_follow(e->intervals);

    if (!s->some) {
        e->to.refusal = "no thread switches: `trace_stream on switch` on the target";
        return;
    }
    for (size_t n = 0; n < s->count; n++) {
        if (s->threads[n].open) {
            put_state(e, &s->threads[n].state, s->threads[n].state.to, STATE_UNKNOWN);
        }
    }
    s->message.used = s->inner.used = 0;
    proto_number(&s->inner, 1, 1);
    proto_text(&s->inner, 3, spoor_recording(e->reader)->header.board);
    proto_message(&s->message, 1, &s->inner);
    for (size_t n = 0; n < f->thread_count; n++) {
        uint32_t thread = f->threads[n].number;

        s->inner.used = 0;
        proto_number(&s->inner, 1, export_tid(e, thread));
        proto_number(&s->inner, 2, 1);
        proto_text(&s->inner, 3, export_thread(e, thread));
        if (spoor_is_idle(e->reader, thread)) {
            proto_number(&s->inner, 5, 1);
        }
        proto_message(&s->message, 2, &s->inner);
    }
    proto_message(&s->packet, P_PROCESSES, &s->message);
    send(e);
}

static void states_free(struct trace_export *e)
{
    struct states *s = e->to.state;

    free(s->threads);
    hash_free(&s->map);
    bytes_free(&s->packet);
    bytes_free(&s->message);
    bytes_free(&s->inner);
    bytes_free(&s->out);
}

static const struct trace_exporter states_exporter = {
    .format = {"perfetto-states",
               "Perfetto's states of threads of kernels that aren't Linux; without wake-ups and interrupts",
               EXPORT_BINARY},
    .state_bytes = sizeof(struct states),
    .interval = states_interval,
    .end = states_end,
    .free = states_free,
};
SPOOR_TRACE_EXPORTER(states);
