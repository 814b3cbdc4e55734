/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perfetto: switches, wake-ups and interrupts as bundles of ftrace events, which fill its scheduling tables;
 * calls, blocks, ranges, points, counters and the application's events as track events. Field numbers are
 * those of perfetto's protos/perfetto/trace/trace_packet.proto and the files that it imports.
 */
#include <string.h>
#include <export/trace/perfetto_priv.h>

/* Field numbers of TrackDescriptor and TrackEvent. */
enum { D_UUID = 1, D_NAME = 2, D_PROCESS = 3, D_THREAD = 4, D_PARENT = 5, D_COUNTER = 8 };
enum {
    E_ANNOTATION = 4,
    E_TYPE = 9,
    E_NAME = 10,
    E_TRACK = 11,
    E_COUNTER = 30,
    E_FLOW = 47,
    E_LAST_OF_FLOW = 48
};
/* Field numbers of DebugAnnotation. */
enum { A_FIELD = 1, A_UNSIGNED = 3, A_SIGNED = 4, A_TEXT = 17 };
enum { TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3, TYPE_COUNTER = 4 };

#define PID(e) ((e)->place + 1) /* number of the only process, the program */

/* Numbers of tracks: kind; then thread, CPU of the interrupts, or ID. */
#define TRACK_PROCESS UINT64_C(1)
#define TRACK_THREAD  (UINT64_C(1) << 32)
#define TRACK_IRQ     (UINT64_C(2) << 32)
#define TRACK_ID      (UINT64_C(3) << 32)
#define TRACK_BLOCK   (UINT64_C(4) << 32)

/* ------------------------------------------------------------------ tracks */

/* @return a number that is unique among all recordings */
static uint64_t uuid(const struct trace_export *e, uint64_t track)
{
    return (uint64_t)e->place << 56 | track;
}

/* @return whether a track hasn't been described yet */
static bool is_new(struct perfetto *p, uint64_t track)
{
    return hash_find_key(&p->tracks, track) == HASH_NONE && hash_add(&p->tracks, track, 0);
}

static void describe(struct trace_export *e, uint64_t track, const char *name, uint64_t parent, bool counter)
{
    struct perfetto *p = e->to.state;

    if (!is_new(p, track)) {
        return;
    }
    p->message.used = p->inner.used = 0;
    proto_number(&p->message, D_UUID, uuid(e, track));
    proto_text(&p->message, D_NAME, name);
    if (parent != 0) {
        proto_number(&p->message, D_PARENT, uuid(e, parent));
    }
    if (counter) {
        proto_message(&p->message, D_COUNTER, &p->inner);
    }
    proto_message(&p->packet, P_TRACK, &p->message);
    perfetto_send(e);
}

static uint64_t thread_track(struct trace_export *e, uint32_t thread)
{
    struct perfetto *p = e->to.state;
    uint64_t track = TRACK_THREAD | thread;

    if (is_new(p, track)) {
        p->message.used = p->inner.used = 0;
        proto_number(&p->message, D_UUID, uuid(e, track));
        proto_number(&p->inner, 1, PID(e));
        proto_number(&p->inner, 2, export_tid(e, thread));
        proto_text(&p->inner, 5, export_thread(e, thread));
        proto_message(&p->message, D_THREAD, &p->inner);
        proto_message(&p->packet, P_TRACK, &p->message);
        perfetto_send(e);
        p->inner.used = 0;
    }
    return track;
}

static uint64_t context_track(struct trace_export *e, bool in_irq, unsigned cpu, uint32_t thread)
{
    char name[64];

    if (!in_irq) {
        return thread_track(e, thread);
    }
    snprintf(name, sizeof name, "calls in interrupts, CPU %u", cpu);
    describe(e, TRACK_IRQ | cpu, name, 0, false);
    return TRACK_IRQ | cpu;
}

/* ------------------------------------------------------------------ track events */

static void put_event(struct trace_export *e, uint64_t time, unsigned type, uint64_t track, const char *name)
{
    struct perfetto *p = e->to.state;

    proto_number(&p->packet, P_TIMESTAMP, export_ns(e, time));
    p->message.used = 0;
    proto_number(&p->message, E_TYPE, type);
    proto_number(&p->message, E_TRACK, uuid(e, track));
    if (name != NULL) {
        proto_number(&p->message, E_NAME, perfetto_intern(e, TEXT_EVENT, name));
    }
    if (p->inner.used != 0) { /* further fields */
        bytes_add(&p->message, p->inner.data, p->inner.used);
        p->inner.used = 0;
    }
    proto_message(&p->packet, P_TRACK_EVENT, &p->message);
    perfetto_send(e);
}

static void annotate_text(struct trace_export *e, const char *text)
{
    struct perfetto *p = e->to.state;

    proto_number(&p->field, A_TEXT, perfetto_intern(e, TEXT_VALUE, text));
}

static void annotate(struct trace_export *e, const struct spoor_field *f, uint32_t value)
{
    struct perfetto *p = e->to.state;

    p->field.used = 0;
    proto_number(&p->field, A_FIELD, perfetto_intern(e, TEXT_FIELD, f->name));
    switch (f->format) {
    case SPOOR_I32:
        proto_number(&p->field, A_SIGNED, (uint64_t)(int64_t)(int32_t)value);
        break;
    case SPOOR_THREAD_NUMBER:
        annotate_text(e, export_thread(e, value));
        break;
    case SPOOR_PTR:
        annotate_text(e, export_object(e, value));
        break;
    case SPOOR_ENUM:
        if (value < f->value_count) {
            annotate_text(e, f->values[value]);
            break;
        }
        /* fall through */
    default:
        proto_number(&p->field, A_UNSIGNED, value);
        break;
    }
    proto_message(&p->inner, E_ANNOTATION, &p->field);
}

static void add_flow(struct trace_export *e, struct perfetto_flow flow)
{
    struct perfetto *p = e->to.state;

    if (flow.id != 0) {
        proto_fixed(&p->inner, flow.ends ? E_LAST_OF_FLOW : E_FLOW, flow.id);
    }
}

static void put_record(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct perfetto *p = e->to.state;
    const struct follow_cpu *cpu = &intervals_follow(e->intervals)->cpu[item->cpu];

    if (id->class == SPOOR_COUNTER) {
        describe(e, TRACK_ID | item->id, id->name, 0, true);
        p->inner.used = 0;
        proto_number(&p->inner, E_COUNTER, (uint64_t)(int64_t)(int32_t)item->word[0]);
        put_event(e, item->time, TYPE_COUNTER, TRACK_ID | item->id, NULL);
    } else if (id->class == SPOOR_ENTER) {
        if (cpu->known || cpu->irq_depth != 0) {
            p->inner.used = 0;
            put_event(e, item->time, TYPE_BEGIN,
                      context_track(e, cpu->irq_depth != 0, item->cpu, cpu->thread),
                      export_function(e, item->word[0]));
        }
    } else if (id->class == SPOOR_POINT) {
        describe(e, TRACK_ID | item->id, id->name, 0, false);
        p->inner.used = 0;
        put_event(e, item->time, TYPE_INSTANT, TRACK_ID | item->id, id->name);
    } else if (id->class == SPOOR_EVENT || id->class == SPOOR_DATA) {
        uint64_t track = cpu->known || cpu->irq_depth != 0
                             ? context_track(e, cpu->irq_depth != 0, item->cpu, cpu->thread)
                             : TRACK_PROCESS;

        p->inner.used = 0;
        for (unsigned n = 0; n < id->field_count && id->class == SPOOR_EVENT; n++) {
            annotate(e, &id->fields[n], spoor_value(&id->fields[n], item->word));
        }
        add_flow(e, perfetto_flow(e, item, id));
        put_event(e, item->time, TYPE_INSTANT, track, id->name);
    }
}

/* Connect a thread's run with the wake-up that caused it: the arrow ends here. */
static void put_run(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id,
                    uint32_t thread)
{
    struct perfetto *p = e->to.state;
    struct perfetto_flow flow = perfetto_flow(e, item, id);

    if (flow.id != 0) {
        uint64_t track = thread_track(e, thread);

        p->inner.used = 0;
        add_flow(e, flow);
        put_event(e, item->time, TYPE_INSTANT, track, "runs");
    }
}

static void perfetto_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct perfetto *p = e->to.state;

    if (item->kind == SPOOR_RECORD) {
        struct linux_event l = export_linux(e, item, id);

        if (l.kind != LINUX_NONE) {
            perfetto_put_linux(e, item, &l);
        } else if (id->class == SPOOR_STACK) {
            perfetto_put_stack(e, item, &l);
        }
        if (l.kind == LINUX_NONE || l.kind == LINUX_WAKING) { /* arrows can't begin at ftrace events */
            put_record(e, item, id);
        } else if (l.kind == LINUX_SWITCH) {
            put_run(e, item, id, l.other);
        }
    } else if (item->kind == SPOOR_THREAD) {
        (void)thread_track(e, item->thread);
    } else if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING || item->kind == SPOOR_CLEARED) {
        perfetto_send_bundle(e, item->cpu);
        p->cpu[item->cpu].lost = true;
        perfetto_break_flows(e);
    } else if (item->kind == SPOOR_FILTER || item->kind == SPOOR_ENDED) {
        perfetto_break_flows(e);
    }
}

static void perfetto_interval(struct trace_export *e, const struct interval *i)
{
    struct perfetto *p = e->to.state;
    char name[300];
    uint64_t track;

    p->inner.used = 0;
    if (i->kind == INTERVAL_FUNCTION) {
        track = context_track(e, i->in_irq, i->cpu, i->thread);
        if (i->begun_before) {
            put_event(e, i->from, TYPE_BEGIN, track, export_function(e, i->function));
        }
        put_event(e, i->to, TYPE_END, track, NULL);
    } else if (i->kind == INTERVAL_BLOCK || i->kind == INTERVAL_RANGE) {
        /* Each block and context has a separate track: visits in one context don't overlap. */
        const char *context = i->in_irq ? export_irq(e, i->line) : export_thread(e, i->thread);

        track = TRACK_BLOCK | (uint64_t)i->id << 20 | (i->in_irq ? 0x80000 | i->line : i->thread & 0x7FFFF);
        snprintf(name, sizeof name, "%s (%.100s)", spoor_id(e->elf, i->id)->name, context);
        describe(e, track, name, 0, false);
        put_event(e, i->from, TYPE_BEGIN, track, spoor_id(e->elf, i->id)->name);
        put_event(e, i->to, TYPE_END, track, NULL);
    }
}

static void perfetto_end(struct trace_export *e)
{
    struct perfetto *p = e->to.state;
    const struct follow *f = intervals_follow(e->intervals);

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        perfetto_send_bundle(e, cpu);
    }
    p->message.used = p->inner.used = 0;
    proto_number(&p->inner, 1, PID(e));
    proto_text(&p->inner, 3, spoor_recording(e->reader)->header.board);
    proto_message(&p->message, 1, &p->inner);
    for (size_t n = 0; n < f->thread_count; n++) {
        uint32_t thread = f->threads[n].number;

        p->inner.used = 0;
        proto_number(&p->inner, 1, export_tid(e, thread));
        proto_text(&p->inner, 2, export_thread(e, thread));
        proto_number(&p->inner, 3, export_tid(e, thread) != 0 ? PID(e) : 0);
        proto_message(&p->message, 2, &p->inner);
    }
    proto_message(&p->packet, P_PROCESS_TREE, &p->message);
    perfetto_send(e);
}

static void perfetto_free(struct trace_export *e)
{
    struct perfetto *p = e->to.state;

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        bytes_free(&p->cpu[cpu].events);
    }
    hash_free(&p->tracks);
    perfetto_free_flows(p);
    perfetto_free_stacks(p);
    perfetto_free_packets(p);
}

static const struct trace_exporter perfetto_exporter = {
    .format = {"perfetto", "ui.perfetto.dev (opens the file in the browser, nothing is sent)", EXPORT_BINARY},
    .state_bytes = sizeof(struct perfetto),
    .item = perfetto_item,
    .interval = perfetto_interval,
    .end = perfetto_end,
    .free = perfetto_free,
};
SPOOR_TRACE_EXPORTER(perfetto);
