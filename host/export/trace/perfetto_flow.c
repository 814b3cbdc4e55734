/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Flows, which Perfetto draws as arrows between events: from a give to the wake-up and the run of a thread;
 * from sent to received and replied messages. They don't cross losses or changes of the filter, because the
 * other end may be missing.
 */
#include <errno.h>
#include <stdlib.h>
#include <base/vector.h>
#include <export/trace/perfetto_priv.h>

/* The open flow between two threads, or to one thread: then `from` is FOLLOW_NO_THREAD. */
struct perfetto_step {
    uint64_t flow; /* 0: no open flow */
    uint64_t woken_at;
    uint32_t object;
    uint32_t breaks;
    bool taken; /* the thread was woken, or the message received */
};

static struct perfetto_step *step_between(struct trace_export *e, uint32_t from, uint32_t to)
{
    struct perfetto_flows *f = &((struct perfetto *)e->to.state)->flows;
    uint64_t key = (uint64_t)from << 32 | to;
    uint32_t index = hash_find_key(&f->map, key);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(f->list, f->count) || !hash_add(&f->map, key, (uint32_t)f->count)) {
            e->to.error = ENOMEM;
            return NULL;
        }
        index = (uint32_t)f->count++;
        f->list[index] = (struct perfetto_step){.flow = 0};
    }
    if (f->list[index].breaks != f->breaks) {
        f->list[index] = (struct perfetto_step){.breaks = f->breaks};
    }
    return &f->list[index];
}

static struct perfetto_flow begin(struct trace_export *e, struct perfetto_step *s)
{
    struct perfetto_flows *f = &((struct perfetto *)e->to.state)->flows;

    *s = (struct perfetto_step){.flow = (uint64_t)e->place << 56 | ++f->flows, .breaks = f->breaks};
    return (struct perfetto_flow){s->flow, false};
}

static struct perfetto_flow end(struct perfetto_step *s)
{
    struct perfetto_flow flow = {s->flow, true};

    s->flow = 0;
    return flow;
}

static const struct perfetto_flow none;

static struct perfetto_flow flow_wake(struct trace_export *e, const struct spoor_item *item,
                                      const struct spoor_id *id, struct perfetto_step *s)
{
    struct perfetto_flow flow = {s->flow, false};

    if (s->flow == 0 || s->taken || id->field_count < 3 ||
        spoor_value(&id->fields[2], item->word) != s->object) {
        flow = begin(e, s);
    }
    s->taken = true;
    s->woken_at = item->time;
    return flow;
}

/* End the flow of a wake-up when the thread runs. It is the right run only if the thread has been ready since
 * the wake-up. */
static struct perfetto_flow flow_run(struct trace_export *e, uint32_t thread, struct perfetto_step *s)
{
    const struct follow_thread *t = follow_thread(intervals_follow(e->intervals), thread);
    bool runs = s->taken && t != NULL && t->state == FOLLOW_READY && t->woken && t->since == s->woken_at;
    struct perfetto_flow flow = end(s);

    return runs ? flow : none;
}

static struct perfetto_flow flow_message(struct trace_export *e, enum spoor_wire_role role, uint32_t thread,
                                         uint32_t other)
{
    struct perfetto_step *s =
        role == SPOOR_WIRE_ROLE_SENT ? step_between(e, thread, other) : step_between(e, other, thread);

    if (s == NULL) {
        return none;
    }
    if (role == SPOOR_WIRE_ROLE_SENT) {
        return begin(e, s);
    }
    if (role == SPOOR_WIRE_ROLE_REPLIED) {
        return s->taken ? end(s) : none;
    }
    if (s->taken) {
        s->flow = 0;
    }
    s->taken = s->flow != 0;
    return (struct perfetto_flow){s->flow, false};
}

struct perfetto_flow perfetto_flow(struct trace_export *e, const struct spoor_item *item,
                                   const struct spoor_id *id)
{
    const struct follow *f = intervals_follow(e->intervals);
    const struct follow_cpu *cpu = &f->cpu[item->cpu];
    struct perfetto_step *s;
    uint32_t thread;

    if (item->time < f->missing_until) { /* records of another CPU are missing */
        perfetto_break_flows(e);
        return none;
    }

    switch (id->role) {
    case SPOOR_WIRE_ROLE_GIVE:
        thread = spoor_value(&id->fields[2], item->word);
        s = thread != FOLLOW_NO_THREAD ? step_between(e, FOLLOW_NO_THREAD, thread) : NULL;
        if (s == NULL) {
            return none;
        }
        struct perfetto_flow flow = begin(e, s);

        s->object = spoor_value(&id->fields[0], item->word);
        return flow;
    case SPOOR_WIRE_ROLE_WAKE:
        s = step_between(e, FOLLOW_NO_THREAD, spoor_value(&id->fields[1], item->word));
        return s != NULL ? flow_wake(e, item, id, s) : none;
    case SPOOR_WIRE_ROLE_SWITCH:
        thread = spoor_value(&id->fields[1], item->word);
        s = step_between(e, FOLLOW_NO_THREAD, thread);
        return s != NULL ? flow_run(e, thread, s) : none;
    case SPOOR_WIRE_ROLE_SENT:
    case SPOOR_WIRE_ROLE_RECEIVED:
    case SPOOR_WIRE_ROLE_REPLIED:
        return cpu->known ? flow_message(e, id->role, cpu->thread, spoor_value(&id->fields[0], item->word))
                          : none;
    case SPOOR_WIRE_ROLE_SERVICES:
        perfetto_break_flows(e);
        return none;
    default:
        return none;
    }
}

void perfetto_break_flows(struct trace_export *e)
{
    ((struct perfetto *)e->to.state)->flows.breaks++;
}

void perfetto_free_flows(struct perfetto *p)
{
    free(p->flows.list);
    hash_free(&p->flows.map);
}
