/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs of the model ring.pml with the real ring: each context of the model is a coroutine that executes the
 * real functions, and stops before each access to the ring that the model has as a step. The order of the
 * steps is the model's. The code must make the same accesses with the same values, and the result must be the
 * same; ring_model.c checks the contents of the records and the counts as well.
 *
 * The sources of the ring are compiled for the thread sanitizer, which calls a function at each access to
 * memory. These functions are here.
 *
 *     ring_replay <runs of spin
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <cmocka.h>
#include <spoor/core/ring.h>
#include "ring_model.h"

#define CONTEXTS     9 /* of ring.pml, and the main one */
#define STACK_BYTES  65536
#define RECORDS      128
#define RECORD_WORDS 7
#define NONE         7
#define OPEN         7

static uint32_t line, runs, accesses;

/* ------------------------------------------------------------------ contexts */

static struct context {
    ucontext_t at;
    void (*op)(unsigned arg);
    unsigned cpu, arg;
    int lock_depth;
    bool active, ended;
    char what[16]; /* the access that it is about to make */
    const void *where;
    long value; /* the value if the access is a load */
    char stack[STACK_BYTES];
} contexts[CONTEXTS];
static struct context *const idle = &contexts[CONTEXTS - 1];
static struct context *running = &contexts[CONTEXTS - 1];
static unsigned rings; /* rings of the model; accesses to others aren't steps */

static void go_to(struct context *to)
{
    struct context *from = running;

    from->lock_depth = fake_lock_depth;
    running = to;
    fake_lock_depth = to->lock_depth;
    fake_cpu = to->cpu;
    swapcontext(&from->at, &to->at);
}

/* Stop before an access. */
static void stop_before(const char *what, const void *where, long value)
{
    snprintf(running->what, sizeof running->what, "%s", what);
    running->where = where;
    running->value = value;
    go_to(idle);
    fake_cycles++;
}

static void run_op(void)
{
    running->op(running->arg);
    running->ended = true;
    running->what[0] = '\0';
    go_to(idle);
}

/* ------------------------------------------------------------------ accesses */

/* @return a pointer to a record as the model has it */
static long place_of(struct trace_ring *r, const uint32_t *at)
{
    if (at == NULL) {
        return 0;
    }
    size_t n = (size_t)((const char *)at - (const char *)r->subbufs) / sizeof(struct trace_subbuf);

    return (long)n * 4 + (at - r->subbufs[n].records) / RECORD_WORDS;
}

static long length_of(uint32_t words)
{
    return words == SPOOR_WIRE_SUBBUF_OPEN ? OPEN : (long)(words / RECORD_WORDS);
}

/* @return the value of a member of a ring as the model has it */
static long value_of(const char *what, const void *where)
{
    struct trace_ring *r = &trace_rings[0];

    while (r < &trace_rings[CONFIG_CPUS - 1] && where >= (const void *)(r + 1)) {
        r++;
    }
    if (strcmp(what, "open") == 0) {
        return r->open == NULL ? NONE : r->open - r->subbufs;
    }
    if (strcmp(what, "walk") == 0 || strcmp(what, "walk_end") == 0) {
        return place_of(r, *(const uint32_t *const *)where);
    }
    if (strcmp(what, "used") == 0) {
        return length_of(*(const uint32_t *)where);
    }
    if (strcmp(what, "pending") == 0) {
        return *(const uint16_t *)where;
    }
    return *(const uint32_t *)where;
}

/* @return the name of the member at `p`, or NULL if the model has no such */
static const char *name_of(struct trace_ring *r, const void *p)
{
    if (p == &r->open) {
        return "open";
    }
    if (p == &r->closed) {
        return "closed";
    }
    if (p == &r->read) {
        return "read";
    }
    if (p == &r->walk) {
        return "walk";
    }
    if (p == &r->walk_end) {
        return "walk_end";
    }
    for (unsigned n = 0; n < CONFIG_TRACE_RING_SUBBUFS; n++) {
        if (p == &r->pending[n]) {
            return "pending";
        }
        if (p == &r->subbufs[n].head.number) {
            return "number";
        }
        if (p == &r->subbufs[n].head.used_words) {
            return "used";
        }
    }
    return NULL;
}

/* Stop before an access to the words of records that the model has. */
static void access_records(const uint32_t *from, const uint32_t *p, size_t words, bool store)
{
    for (unsigned n = 0; n < TRACE_SUBBUF_ROOM; n += RECORD_WORDS) {
        bool begins = p <= from + n && from + n < p + words;
        bool ends = p <= from + n + RECORD_WORDS - 1 && from + n + RECORD_WORDS - 1 < p + words;

        if (begins && (store || n == 0)) {
            stop_before(store ? "header" : "copy_first", p, 0);
            return;
        }
        /* The reader's last access is to the end of the last record. */
        if (ends &&
            (store || n + RECORD_WORDS == running->value || running->value > (long)TRACE_SUBBUF_ROOM)) {
            stop_before(store ? "rest" : "copy_last", p, 0);
            return;
        }
    }
}

static bool is_within(const void *p, const void *from, size_t bytes)
{
    return (const char *)p >= (const char *)from && (const char *)p < (const char *)from + bytes;
}

static void access_subbuf(const struct trace_subbuf *s, const void *p, size_t bytes, bool store)
{
    static uint32_t copied[CONTEXTS]; /* words, if the running context copies the sub-buffer */
    uint32_t *words = &copied[running - contexts];

    if (p == &s->head && bytes == sizeof s->head) {
        stop_before("load_head", &s->head, length_of(s->head.used_words));
    } else if (is_within(p, s->records, sizeof s->records)) {
        running->value = *words;
        access_records(s->records, p, bytes / 4, store);
    } else if (p == &s->head.used_words && !store) {
        stop_before("load_used", p, length_of(s->head.used_words));
        *words = s->head.used_words;
    }
}

static void access_memory(const void *p, size_t bytes, bool store)
{
    if (running == idle) {
        return;
    }
    for (unsigned id = SPOOR_WIRE_ID_FIRST;
         store && fake_lock_depth == 0 && fake_cpu < CONFIG_CPUS && id < CONFIG_TRACE_IDS; id++) {
        for (unsigned cpu = 0; cpu < rings; cpu++) {
            if (p == &trace_losses[cpu][id] && model_records(id)) {
                stop_before("losses", p, 0);
                return;
            }
        }
    }
    for (struct trace_ring *r = trace_rings; r < trace_rings + rings; r++) {
        if (!is_within(p, r, sizeof *r)) {
            continue;
        }
        const char *name = name_of(r, p);

        if (!store && fake_lock_depth != 0) {
            return; /* what only holders of the lock store */
        }
        for (struct trace_subbuf *s = r->subbufs; s < r->subbufs + CONFIG_TRACE_RING_SUBBUFS; s++) {
            if (is_within(p, s, sizeof *s) && (!store || name == NULL)) {
                access_subbuf(s, p, bytes, store);
                return;
            }
        }
        if (name != NULL && store) {
            stop_before(name, p, 0);
        } else if (name != NULL) {
            char what[16];

            snprintf(what, sizeof what, "load_%s", name);
            stop_before(what, p, 0);
        }
        return;
    }
}

static bool is_lock(const void *p)
{
    for (struct trace_ring *r = trace_rings; r < trace_rings + rings; r++) {
        if (running != idle && p == r->lock.held) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ calls of the compiler */

#define ACCESS(n)                                                                                            \
    void __tsan_read##n(void *p);                                                                            \
    void __tsan_write##n(void *p);                                                                           \
    void __tsan_read##n(void *p)                                                                             \
    {                                                                                                        \
        access_memory(p, n, false);                                                                          \
    }                                                                                                        \
    void __tsan_write##n(void *p)                                                                            \
    {                                                                                                        \
        access_memory(p, n, true);                                                                           \
    }

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

#define CALL(type, name, parameters)                                                                         \
    type name parameters;                                                                                    \
    type name parameters

CALL(void, __tsan_init, (void))
{
}

CALL(void, __tsan_func_entry, (void *caller))
{
    (void)caller;
}

CALL(void, __tsan_func_exit, (void))
{
}

/* No instruction: the steps are those of the compiled order. */
CALL(void, __tsan_atomic_signal_fence, (int order))
{
    (void)order;
}

CALL(void, __tsan_read_range, (void *p, size_t bytes))
{
    access_memory(p, bytes, false);
}

CALL(void, __tsan_write_range, (void *p, size_t bytes))
{
    access_memory(p, bytes, true);
}

CALL(bool, __tsan_atomic8_load, (const volatile bool *p, int order))
{
    (void)order;
    return *p;
}

CALL(uint16_t, __tsan_atomic16_load, (const volatile uint16_t *p, int order))
{
    (void)order;
    access_memory((const void *)p, sizeof *p, false);
    return *p;
}

CALL(uint32_t, __tsan_atomic32_load, (const volatile uint32_t *p, int order))
{
    (void)order;
    access_memory((const void *)p, sizeof *p, false);
    return *p;
}

CALL(uint64_t, __tsan_atomic64_load, (const volatile uint64_t *p, int order))
{
    (void)order;
    access_memory((const void *)p, sizeof *p, false);
    return *p;
}

CALL(void, __tsan_atomic16_store, (volatile uint16_t * p, uint16_t value, int order))
{
    (void)order;
    access_memory((const void *)p, sizeof *p, true);
    *p = value;
}

CALL(void, __tsan_atomic32_store, (volatile uint32_t * p, uint32_t value, int order))
{
    (void)order;
    if (is_lock((const void *)p)) {
        stop_before("unlock", (const void *)p, 0);
    } else {
        access_memory((const void *)p, sizeof *p, true);
    }
    *p = value;
}

CALL(uint32_t, __tsan_atomic32_exchange, (volatile uint32_t * p, uint32_t value, int order))
{
    (void)order;
    if (is_lock((const void *)p)) {
        stop_before("lock", (const void *)p, 0);
    }
    uint32_t before = *p;

    *p = value;
    return before;
}

CALL(uint32_t, __tsan_atomic32_fetch_add, (volatile uint32_t * p, uint32_t value, int order))
{
    uint32_t before = *p;

    (void)order;
    *p += value;
    return before;
}

CALL(bool, __tsan_atomic32_compare_exchange_strong,
     (volatile uint32_t * p, uint32_t *expected, uint32_t desired, int success, int failure))
{
    (void)success;
    (void)failure;
    for (unsigned r = 0; r < rings; r++) {
        if (running != idle && p == &trace_rings[r].read) {
            stop_before("take", NULL, *expected);
        }
    }
    bool equal = *p == *expected;

    if (equal) {
        *p = desired;
    } else {
        *expected = *p;
    }
    return equal;
}

/* ------------------------------------------------------------------ runs */

static uint32_t numbers[RECORDS]; /* ring_model's numbers of the model's records */
static uint32_t delivered;        /* by the model */

static void fail_at(const char *model, const char *code)
{
    print_message("run %u, line %u: the model has %s, the code %s\n", runs, line, model, code);
    fail();
}

static void emit(unsigned record)
{
    numbers[record] = model_emissions();
    (record % 2 ? emit_bytes : emit_six)();
}

static void stop(unsigned arg)
{
    (void)arg;
    stop_rings();
}

static void restart(unsigned arg)
{
    (void)arg;
    restart_rings();
}

static void clear_all(unsigned arg)
{
    (void)arg;
    clear();
}

static void read_some(unsigned cpu)
{
    (void)read_one(cpu);
}

static void begin_run(const char *text)
{
    unsigned mode, filled, swapped;

    assert_int_equal(sscanf(text, "S %u %u %u %u", &mode, &rings, &filled, &swapped), 4);
    runs++;
    for (struct context *c = contexts; c < idle; c++) {
        if (c->active) {
            fail_at("a new run", "a context that hasn't ended");
        }
    }
    trace_rings_init(runs);
    model_prepare((enum spoor_wire_mode)mode, 0);
    for (unsigned n = 0; n < filled; n++) {
        emit(n ^ swapped);
    }
    delivered = 0;
}

static void begin_op(const char *text)
{
    static const struct {
        const char *name;
        void (*op)(unsigned arg);
    } ops[] = {
        {"op_short", emit},    {"op_long", emit},       {"op_stop", stop},
        {"op_start", restart}, {"op_clear", clear_all}, {"op_read", read_some},
    };
    unsigned me, cpu, arg;
    char name[16];

    assert_int_equal(sscanf(text, "B %u %u %15s %u", &me, &cpu, name, &arg), 4);
    struct context *c = &contexts[me];

    assert_true(c < idle && !c->active);
    *c = (struct context){.cpu = cpu, .arg = arg, .active = true};
    for (unsigned n = 0; n < sizeof ops / sizeof ops[0]; n++) {
        if (strcmp(name, ops[n].name) == 0) {
            c->op = ops[n].op;
        }
    }
    assert_true(c->op != NULL);
    getcontext(&c->at);
    c->at.uc_stack.ss_sp = c->stack;
    c->at.uc_stack.ss_size = STACK_BYTES;
    makecontext(&c->at, run_op, 0);
    go_to(c);
}

static void step(const char *text)
{
    unsigned me;
    char what[16];
    long value = 0, found = 0;
    int given = sscanf(text, "A %u at_%15s %ld", &me, what, &value);

    assert_true(given >= 2 && me < CONTEXTS - 1);
    struct context *c = &contexts[me];
    const void *where = c->where;

    if (!c->active || strcmp(what, c->what) != 0) {
        fail_at(what, c->active ? c->what[0] ? c->what : "the end" : "not begun");
    }
    if (strcmp(what, "take") == 0) {
        uint32_t before[CONFIG_CPUS] = {0}, sum = 0;

        for (unsigned r = 0; r < rings; r++) {
            before[r] = trace_rings[r].read;
        }
        go_to(c);
        for (unsigned r = 0; r < rings; r++) {
            sum += trace_rings[r].read - before[r];
        }
        found = sum;
    } else if (strcmp(what, "load_head") == 0) {
        found = length_of(((const struct spoor_wire_subbuf *)where)->used_words);
        go_to(c);
    } else if (strncmp(what, "load_", 5) == 0) {
        found = value_of(what + 5, where);
        go_to(c);
    } else {
        go_to(c);
        found = given == 3 && strcmp(what, "losses") != 0 ? value_of(what, where) : value;
    }
    accesses++;
    if (found != value) {
        print_message("%s: the model has %ld, the code %ld\n", what, value, found);
        fail_at(what, "another value");
    }
}

static void end_op(const char *text)
{
    unsigned me;

    assert_int_equal(sscanf(text, "E %u", &me), 1);
    if (!contexts[me].ended) {
        fail_at("the end", contexts[me].what);
    }
    contexts[me].active = false;
}

static void deliver(const char *text)
{
    unsigned record;

    assert_int_equal(sscanf(text, "D %u", &record), 1);
    delivered++;
    if (!model_was_read(numbers[record])) {
        fail_at("a record that was read", "none");
    }
}

static void end_run(const char *text)
{
    unsigned r, counts[5];

    assert_int_equal(
        sscanf(text, "F %u %u %u %u %u %u", &r, &counts[0], &counts[1], &counts[2], &counts[3], &counts[4]),
        6);
    if (r == 0) {
        model_finish();
    }
    const struct trace_ring *ring_of = &trace_rings[r];

    if (model_read_from(r) != counts[0] || ring_of->dropped != counts[1] ||
        ring_of->overwritten != counts[2] || ring_of->cleared != counts[3] ||
        ring_of->unrecorded != counts[4]) {
        print_message("ring %u: read %u, dropped %u, overwritten %u, cleared %u, unrecorded %u\n", r,
                      model_read_from(r), ring_of->dropped, ring_of->overwritten, ring_of->cleared,
                      ring_of->unrecorded);
        fail_at(text, "other counts");
    }
}

static void the_code_does_what_the_model_does(void **state)
{
    char text[128];

    (void)state;
    model_start();
    while (fgets(text, sizeof text, stdin) != NULL) {
        line++;
        switch (text[0]) {
        case 'S':
            begin_run(text);
            break;
        case 'B':
            begin_op(text);
            break;
        case 'A':
            step(text);
            break;
        case 'D':
            deliver(text);
            break;
        case 'E':
            end_op(text);
            break;
        case 'F':
            end_run(text);
            break;
        default:
            break;
        }
    }
    assert_true(runs > 0);
    printf("%u runs, %u accesses\n", runs, accesses);
}

/* If a check failed in a context, that is abandoned. */
static int end(void **state)
{
    (void)state;
    running = idle;
    fake_lock_depth = 0;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(the_code_does_what_the_model_does, end)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
