/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a recording of SEGGER SystemView: each packet but those with names becomes a record. A first scan
 * finds the names, since modules and markers may be described after their first use.
 *
 * A task that leaves the CPU was preempted, unless a packet said that it is no longer ready, or has ended.
 */
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "sysview_priv.h"

#define IDLE 1u /* number of the idle thread, if it isn't known; no task is at this address */

#define CORES 2

enum { READY, WAITS = 2, ENDED = 4 };

struct reading {
    struct sysview s;
    struct foreign *to;
    uint64_t time; /* of the packet */
    unsigned cpu;
    bool has_cores;
    uint32_t runs[CORES], idle;
    bool knows_runs[CORES];
    struct hash left; /* task: index in `states` */
    uint8_t *states;  /* why each task left, or will */
    uint32_t *tasks;
    size_t state_count;
    unsigned ids[SYSVIEW_API]; /* events */
    unsigned print[4], stack_size, alloc, release, again, heap, end_call;
    uint32_t drops;
    uint64_t before; /* time of the packet before */
    struct bytes text;
};

/* ------------------------------------------------------------------ events */

static const struct {
    const char *name, *fields;
    unsigned role;
} known[SYSVIEW_API] = {
    [SYSVIEW_ISR_ENTER] = {"isr_enter", "line:irq", SPOOR_WIRE_ROLE_IRQ_ENTER},
    [SYSVIEW_ISR_EXIT] = {"isr_exit", "", SPOOR_WIRE_ROLE_IRQ_EXIT},
    [SYSVIEW_ISR_TO_SCHEDULER] = {"isr_to_scheduler", "", SPOOR_WIRE_ROLE_IRQ_EXIT},
    [SYSVIEW_TASK_START_EXEC] = {"task_start_exec", "reason:ready||waits||ended,next:thread",
                                 SPOOR_WIRE_ROLE_SWITCH},
    [SYSVIEW_IDLE] = {"idle", "reason:ready||waits||ended,next:thread", SPOOR_WIRE_ROLE_SWITCH},
    [SYSVIEW_TASK_START_READY] = {"task_start_ready", "how:ready|,thread:thread", SPOOR_WIRE_ROLE_WAKE},
    [SYSVIEW_TASK_STOP_READY] = {"task_stop_ready", "thread:thread,cause:x32", 0},
    [SYSVIEW_TASK_STOP_EXEC] = {"task_stop_exec", "", 0},
    [SYSVIEW_TASK_CREATE] = {"task_create", "thread:thread", SPOOR_WIRE_ROLE_THREAD_NEW},
    [SYSVIEW_TASK_TERMINATE] = {"task_terminate", "thread:thread", 0},
    [SYSVIEW_TRACE_START] = {"trace_start", "", 0},
    [SYSVIEW_TRACE_STOP] = {"trace_stop", "", 0},
    [SYSVIEW_SYSTIME_CYCLES] = {"systime_cycles", "cycles", 0},
    [SYSVIEW_SYSTIME_US] = {"systime_us", "low,high", 0},
    [SYSVIEW_TIMER_ENTER] = {"timer_enter", "timer:ptr", SPOOR_WIRE_ROLE_TIMER},
    [SYSVIEW_TIMER_EXIT] = {"timer_exit", "", 0},
    [SYSVIEW_STACK_INFO] = {"stack_info", "thread:thread,used,size", SPOOR_WIRE_ROLE_STACK_USED},
};

static void describe(struct reading *r)
{
    static const char *const prints[4] = {"log", "warning", "error", "print"};

    for (unsigned id = 0; id < SYSVIEW_API; id++) {
        if (known[id].name != NULL) {
            r->ids[id] = foreign_event(r->to, known[id].name, known[id].fields,
                                       known[id].role << SPOOR_WIRE_ROLE_SHIFT);
        }
    }
    for (unsigned n = 0; n < 4; n++) {
        r->print[n] = foreign_event(r->to, prints[n], "text:str", FOREIGN_DATA);
    }
    r->stack_size = foreign_event(r->to, "stack_size", "thread:thread,size", 0);
    r->again = foreign_event(r->to, "task_continues", "thread:thread", 0);
    r->alloc = foreign_event(r->to, "heap_alloc", "address:ptr,bytes,heap:ptr",
                             SPOOR_WIRE_ROLE_ALLOC << SPOOR_WIRE_ROLE_SHIFT);
    r->release =
        foreign_event(r->to, "heap_free", "address:ptr", SPOOR_WIRE_ROLE_FREE << SPOOR_WIRE_ROLE_SHIFT);
    r->heap = foreign_event(r->to, "heap_define", "heap:ptr,base:ptr,bytes,metadata", 0);
    r->end_call = foreign_event(r->to, "end_call", "text:str", FOREIGN_DATA);
}

static void put(struct reading *r, unsigned event, const uint32_t *word, unsigned words)
{
    foreign_record(r->to, r->cpu, r->time, event, word, words);
}

static void put_text(struct reading *r, unsigned event)
{
    if (r->text.failed) {
        r->s.failed = true;
    } else {
        foreign_data(r->to, r->cpu, r->time, event, r->text.used > 0 ? r->text.data : (const uint8_t *)"",
                     r->text.used);
    }
    r->text.used = 0;
}

/* ------------------------------------------------------------------ tasks */

/* @return the state of a task, to be changed; NULL if memory ran out */
static uint8_t *state_of(struct reading *r, uint32_t task)
{
    uint32_t index = hash_find_key(&r->left, task);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(r->states, r->state_count) || !VECTOR_GROW(r->tasks, r->state_count) ||
            !hash_add(&r->left, task, (uint32_t)r->state_count)) {
            r->s.failed = true;
            return NULL;
        }
        index = (uint32_t)r->state_count++;
        r->states[index] = READY;
        r->tasks[index] = task;
    }
    return &r->states[index];
}

static void set_state(struct reading *r, uint32_t task, uint8_t state)
{
    uint8_t *at = state_of(r, task);

    if (at != NULL) {
        *at = state;
    }
}

/* @return the thread that is idle on the CPU of the packet */
static uint32_t idle_of(const struct reading *r)
{
    return r->has_cores ? IDLE + r->cpu : r->idle;
}

static void put_switch(struct reading *r, unsigned id, uint32_t next)
{
    uint32_t *runs = &r->runs[r->cpu];
    bool *knows = &r->knows_runs[r->cpu];
    const uint8_t *state = *knows && *runs != idle_of(r) ? state_of(r, *runs) : NULL;

    if (*knows && *runs == next) {
        put(r, r->again, &next, 1);
        return;
    }
    put(r, r->ids[id], (uint32_t[]){state != NULL ? *state : READY, next}, 2);
    *runs = next;
    *knows = true;
}

/*
 * Find the idle task: ports tell by a packet without a number that it runs. It is the one that is ready, but
 * never starts by its number.
 */
static void find_idle(struct reading *r, struct part rest)
{
    struct sysview_packet p = {.has_cores = r->has_cores};
    uint64_t time = 0;
    uint32_t found = IDLE;
    unsigned count = 0;
    bool idles = false;

    while (sysview_next(&rest, &time, &p)) {
        bool starts = p.id == SYSVIEW_TASK_START_EXEC, stops = p.id == SYSVIEW_TASK_STOP_READY;

        idles |= p.id == SYSVIEW_IDLE;
        if (starts || stops || p.id == SYSVIEW_TASK_START_READY) {
            uint8_t *state = state_of(r, sysview_address(&r->s, sysview_number(&p.body)));

            if (state != NULL) {
                *state |= starts || stops ? 2 : 1;
            }
        }
    }
    for (size_t n = 0; n < r->state_count; n++) {
        found = r->states[n] == 1 ? r->tasks[n] : found;
        count += r->states[n] == 1;
        r->states[n] = READY;
    }
    r->idle = idles && count == 1 ? found : IDLE;
    if (idles && r->has_cores) {
        foreign_thread(r->to, IDLE, "idle 0", 6, FOREIGN_NO_PRIORITY, true);
        foreign_thread(r->to, IDLE + 1, "idle 1", 6, FOREIGN_NO_PRIORITY, true);
    } else if (idles) {
        foreign_thread(r->to, r->idle, "idle", 4, FOREIGN_NO_PRIORITY, true);
    }
}

/* Packets about a task. @return false for other packets */
static bool put_task(struct reading *r, const struct sysview_packet *packet, struct part p)
{
    bool has_task = packet->id != SYSVIEW_IDLE && packet->id != SYSVIEW_TASK_STOP_EXEC;
    uint32_t task = has_task ? sysview_address(&r->s, sysview_number(&p)) : 0;

    switch (packet->id) {
    case SYSVIEW_TASK_START_EXEC:
        set_state(r, task, READY);
        put_switch(r, packet->id, task);
        return true;
    case SYSVIEW_IDLE:
        put_switch(r, packet->id, idle_of(r));
        return true;
    case SYSVIEW_TASK_START_READY:
        set_state(r, task, READY);
        put(r, r->ids[packet->id], (uint32_t[]){0, task}, 2);
        return true;
    case SYSVIEW_TASK_STOP_READY:
        set_state(r, task, WAITS);
        put(r, r->ids[packet->id], (uint32_t[]){task, sysview_number(&p)}, 2);
        return true;
    case SYSVIEW_TASK_TERMINATE:
        set_state(r, task, ENDED);
        put(r, r->ids[packet->id], &task, 1);
        return true;
    case SYSVIEW_TASK_STOP_EXEC:
        if (r->knows_runs[r->cpu]) {
            set_state(r, r->runs[r->cpu], ENDED);
        }
        put(r, r->ids[packet->id], NULL, 0);
        return true;
    case SYSVIEW_TASK_CREATE:
        put(r, r->ids[packet->id], &task, 1);
        return true;
    case SYSVIEW_STACK_INFO: {
        (void)sysview_number(&p); /* its base */
        uint32_t size = sysview_number(&p), used = sysview_number(&p);

        if (used != 0) {
            put(r, r->ids[packet->id], (uint32_t[]){task, used, size}, 3);
        } else { /* unknown */
            put(r, r->stack_size, (uint32_t[]){task, size}, 2);
        }
        return true;
    }
    default:
        return false;
    }
}

/* ------------------------------------------------------------------ other packets */

/* Print the parameters of a packet as numbers; as bytes, if they aren't. */
static void print_numbers(struct reading *r, struct part p)
{
    struct part numbers = p;
    size_t used = r->text.used;

    while (numbers.left > 0 && !numbers.failed) {
        bytes_print(&r->text, "%s%u", r->text.used > used ? " " : "", (unsigned)sysview_number(&numbers));
    }
    if (numbers.failed) {
        r->text.used = used;
        for (size_t n = 0; n < p.left && n < 64; n++) {
            bytes_print(&r->text, "%02x", p.at[n]);
        }
    }
}

/* Print the parameters as their formats say: texts, tasks, numbers. */
static void print_parameters(struct reading *r, const struct sysview_named *e, struct part p)
{
    for (unsigned n = 0; n < e->count && !p.failed; n++) {
        bytes_text(&r->text, n > 0 ? " " : "");
        if (e->formats[n] == 's') {
            struct part text = sysview_text(&p);

            bytes_add(&r->text, text.at, text.left < 100 ? text.left : 100);
        } else {
            bytes_print(&r->text, e->formats[n] == 'd' ? "%d" : "%u", (unsigned)sysview_number(&p));
        }
    }
}

static void put_call(struct reading *r, const struct sysview_packet *packet)
{
    const struct sysview_named *e = sysview_named(&r->s, SYSVIEW_NAMED_EVENT, packet->id);
    struct part p = packet->body;
    uint32_t word[SPOOR_WIRE_WORDS_MAX];

    if (e == NULL) {
        char name[24];

        snprintf(name, sizeof name, "event_%u", packet->id);
        print_numbers(r, p);
        put_text(r, foreign_event(r->to, name, "text:str", FOREIGN_DATA));
    } else if (e->more) {
        print_parameters(r, e, p);
        put_text(r, e->event);
    } else {
        for (unsigned n = 0; n < e->count; n++) {
            word[n] = p.left > 0 ? sysview_number(&p) : 0;
            word[n] = strchr("tI", e->formats[n]) != NULL ? sysview_address(&r->s, word[n]) : word[n];
        }
        put(r, e->event, word, e->count);
    }
}

static void put_marker(struct reading *r, uint32_t id, bool lasts, uint32_t begins)
{
    const struct sysview_named *e = sysview_named(&r->s, SYSVIEW_NAMED_MARKER, id);
    char name[24];

    snprintf(name, sizeof name, lasts ? "marker_%u" : "marker_%u_mark", (unsigned)id);
    if (lasts) {
        put(r, e != NULL ? e->event : foreign_event(r->to, name, "begin", 1), &begins, 1);
    } else {
        put(r, e != NULL ? e->more : foreign_event(r->to, name, "", 0), NULL, 0);
    }
}

static void put_sample(struct reading *r, uint32_t id, uint32_t value)
{
    const struct sysview_named *e = sysview_named(&r->s, SYSVIEW_NAMED_DATA, id);
    char name[24];
    float number;

    if (e != NULL && e->event != 0 && e->more == 2) {
        memcpy(&number, &value, sizeof number);
        bytes_print(&r->text, "%g", (double)number);
        put_text(r, e->event);
        return;
    }
    snprintf(name, sizeof name, "data_%u", (unsigned)id);
    put(r, e != NULL ? e->event : foreign_event(r->to, name, "value", FOREIGN_COUNTER), &value, 1);
}

static void put_extended(struct reading *r, struct part p)
{
    uint32_t kind = sysview_number(&p), id = sysview_number(&p), heap = sysview_address(&r->s, id);

    if (kind == SYSVIEW_EX_MARK) {
        put_marker(r, id, false, 0);
    } else if (kind == SYSVIEW_EX_ALLOC || kind == SYSVIEW_EX_ALLOC_TAGGED) {
        uint32_t at = sysview_address(&r->s, sysview_number(&p));

        put(r, r->alloc, (uint32_t[]){at, sysview_number(&p) << (r->s.shift & 31), heap}, 3);
    } else if (kind == SYSVIEW_EX_FREE) {
        put(r, r->release, (uint32_t[]){sysview_address(&r->s, sysview_number(&p))}, 1);
    } else if (kind == SYSVIEW_EX_HEAP_DEFINE) {
        uint32_t base = sysview_address(&r->s, sysview_number(&p)), size = sysview_number(&p)
                                                                           << (r->s.shift & 31);

        put(r, r->heap, (uint32_t[]){heap, base, size, sysview_number(&p)}, 4);
    }
}

/* The recorder doesn't count the first packet that found no room. */
static void put_overflow(struct reading *r, uint32_t drops)
{
    foreign_loss(r->to, r->cpu, r->before, r->time, drops - r->drops + 1);
    r->drops = drops;
    memset(r->knows_runs, 0, sizeof r->knows_runs);
}

static void put_print(struct reading *r, struct part p)
{
    struct part format = sysview_text(&p);
    uint32_t options = sysview_number(&p);

    (void)sysview_number(&p); /* the number of arguments */
    sysview_print(&r->text, format, p);
    put_text(r, r->print[options & 3]);
}

static void put_packet(struct reading *r, const struct sysview_packet *packet)
{
    struct part p = packet->body;
    uint32_t first;

    r->time = packet->time;
    r->cpu = packet->core;
    if (packet->id >= SYSVIEW_API) {
        put_call(r, packet);
    } else if (!put_task(r, packet, p)) {
        switch (packet->id) {
        case SYSVIEW_OVERFLOW:
            put_overflow(r, sysview_number(&p));
            break;
        case SYSVIEW_MARK_START:
        case SYSVIEW_MARK_STOP:
            put_marker(r, sysview_number(&p), true, packet->id == SYSVIEW_MARK_START);
            break;
        case SYSVIEW_DATA_SAMPLE:
            first = sysview_number(&p);
            put_sample(r, first, sysview_number(&p));
            break;
        case SYSVIEW_PRINT:
            put_print(r, p);
            break;
        case SYSVIEW_EX:
            put_extended(r, p);
            break;
        case SYSVIEW_END_CALL:
            print_numbers(r, p);
            put_text(r, r->end_call);
            break;
        case SYSVIEW_TIMER_ENTER:
            put(r, r->ids[packet->id], (uint32_t[]){sysview_address(&r->s, sysview_number(&p))}, 1);
            break;
        case SYSVIEW_SYSTIME_US:
            first = sysview_number(&p);
            put(r, r->ids[packet->id], (uint32_t[]){first, sysview_number(&p)}, 2);
            break;
        case SYSVIEW_ISR_ENTER:
        case SYSVIEW_SYSTIME_CYCLES:
            put(r, r->ids[packet->id], (uint32_t[]){sysview_number(&p)}, 1);
            break;
        case SYSVIEW_ISR_EXIT:
        case SYSVIEW_ISR_TO_SCHEDULER:
        case SYSVIEW_TIMER_EXIT:
        case SYSVIEW_TRACE_START:
        case SYSVIEW_TRACE_STOP:
            put(r, r->ids[packet->id], NULL, 0);
            break;
        default:
            break;
        }
    }
    r->before = packet->time;
}

/* ------------------------------------------------------------------ the file */

#define PROBED 200 /* packets */

/* A recording has a synchronization, packets that are whole, and begins with what the recorder sends first.
 */
static bool sysview_probe(const uint8_t *bytes, size_t size)
{
    struct part rest = sysview_begin(bytes, size < FOREIGN_PROBED ? size : FOREIGN_PROBED);
    struct sysview_packet p = {.has_cores = sysview_has_cores(bytes, size)};
    uint64_t time = 0;
    bool has_init = false;

    for (unsigned n = 0; n < PROBED && !has_init && sysview_next(&rest, &time, &p); n++) {
        struct part body = p.body;

        if (p.id == SYSVIEW_INIT) {
            uint32_t hz = sysview_number(&body);

            (void)sysview_number(&body);
            (void)sysview_number(&body);
            has_init = hz != 0 && sysview_number(&body) < 32 && !body.failed;
        } else if (p.id != SYSVIEW_NOP && p.id != SYSVIEW_TRACE_START && p.id != SYSVIEW_TRACE_STOP) {
            return false;
        }
    }
    return has_init;
}

static void read_all(struct reading *r, const uint8_t *bytes, size_t size)
{
    struct part rest = sysview_begin(bytes, size);
    const uint8_t *end = bytes;
    struct sysview_packet p = {.has_cores = sysview_has_cores(bytes, size)};
    uint64_t time = 0;

    while (sysview_next(&rest, &time, &p)) {
        sysview_describe(&r->s, &p);
        end = rest.at;
    }
    if (rest.failed) {
        foreign_note(r->to, "without its last %zu bytes, which aren't a whole packet",
                     (size_t)(bytes + size - end));
    }
    foreign_rate(r->to, r->s.hz);
    describe(r);
    find_idle(r, sysview_begin(bytes, size));
    rest = sysview_begin(bytes, size);
    for (time = 0; !foreign_failed(r->to) && sysview_next(&rest, &time, &p);) {
        put_packet(r, &p);
    }
}

static bool sysview_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct reading r = {.to = f, .s.to = f, .has_cores = sysview_has_cores(bytes, size)};

    if (sysview_begin(bytes, size).failed) {
        return foreign_refuse(f, "it has no ten zero bytes, with which a stream begins");
    }
    read_all(&r, bytes, size);
    hash_free(&r.left);
    hash_free(&r.s.by_id);
    free(r.s.named);
    free(r.states);
    free(r.tasks);
    bytes_free(&r.text);
    if (r.s.hz == 0) {
        return foreign_refuse(f, "it has no packet with the rate of its clock");
    }
    return !r.s.failed;
}

static const struct foreign_format sysview_format = {
    .name = "SystemView",
    .summary = "recorded by SEGGER SystemView: a saved .SVDat file, or the bytes of its RTT channel",
    .order = 4,
    .needs_code = true,
    .probe = sysview_probe,
    .read = sysview_read,
};
SPOOR_FOREIGN(sysview);
