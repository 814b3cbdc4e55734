/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lives of this image, separated by resets. All but the last end before main() without output, so the
 * harness sees the tests of the last life only.
 */
#include <drivers/power.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/port/irq.h>
#include <drivers/clock.h>
#include <kernel/init.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/service.h>
#include "lives.h"
#include <test/reset.h>

#define MAGIC 0x5EED1E55u

/* More than fits into a ring: a step takes two words. */
#define MANY (2 * CONFIG_TRACE_RING_SUBBUFS * TRACE_SUBBUF_ROOM)
#define FEW  (TRACE_SUBBUF_ROOM / 2 + 3)

#define TIMES 32 /* number of last steps whose times are kept */

TRACE_EVENT_DEF(step, TRACE_USER, "n");

struct trace_client lives_client;
struct steps lives_left[LIFE_LAST][CONFIG_CPUS] TEST_KEPT;
struct finding lives_found[LIFE_LAST] TEST_KEPT;

static uint32_t begun TEST_KEPT; /* MAGIC if `life` is valid */
static uint32_t life TEST_KEPT;
static uint64_t times[CONFIG_CPUS][TIMES] TEST_KEPT; /* read after each of the last steps */

unsigned lives_step_id(void)
{
    return step.header >> SPOOR_WIRE_TIME_BITS;
}

/* ------------------------------------------------------------------ recording */

static uint32_t steps_done[CONFIG_CPUS], steps_wanted;

static void work(void *arg)
{
    unsigned cpu = (unsigned)(uintptr_t)arg;

    while (steps_done[cpu] < steps_wanted) {
        trace_event(step, ++steps_done[cpu]);
        times[cpu][steps_done[cpu] % TIMES] = clock_counter();
    }
}

void lives_record(uint32_t last)
{
    static struct thread threads[CONFIG_CPUS];
    static uint8_t stacks[CONFIG_CPUS][THREAD_STACK_BYTES(640)] __attribute__((aligned(8)));

    steps_wanted = last;
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct thread_attr attr = {
            .name = "worker",
            .entry = work,
            .arg = (void *)(uintptr_t)cpu,
            .priority = CONFIG_MAIN_PRIORITY,
            .affinity = (uint8_t)(1u << cpu),
            .stack = stacks[cpu],
            .stack_bytes = sizeof stacks[cpu],
        };

        if (thread_create(&threads[cpu], &attr) != 0) {
            abort();
        }
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        (void)thread_join(&threads[cpu], NULL, WAIT_FOREVER);
    }
}

static void begin(enum spoor_wire_mode mode)
{
    (void)trace_client_register(&lives_client, "lives");
    (void)trace_rings_set_mode(mode);
    (void)trace_service_start(&lives_client, TRACE_USER);
}

/* ------------------------------------------------------------------ reading */

struct reading {
    struct finding *found;
    struct steps *steps;
    unsigned cpu;
    uint64_t time;
};

/* True if the record's time is between the readings before and after its step. Only the last steps have
 * readings. */
static bool time_fits(const struct reading *r, uint32_t n)
{
    const uint64_t *after = times[r->cpu];
    uint32_t last = lives_left[life - 1][r->cpu].last;

    return n > last || n + TIMES < last + 2 ||
           (r->time <= after[n % TIMES] && r->time >= after[(n - 1) % TIMES]);
}

static void read_step(struct reading *r, uint32_t n)
{
    struct steps *s = r->steps;

    if (s->count++ == 0) {
        s->first = n;
    } else if (n <= s->last) {
        r->found->wrong++;
    }
    s->last = n;
    if (!time_fits(r, n)) {
        r->found->wrong++;
    }
}

static void read_part(struct reading *r, const struct trace_subbuf *p)
{
    uint64_t opened = (uint64_t)p->head.time_high << 32 | p->head.time_low;
    const uint32_t *at = p->records;

    if (opened < r->time || p->head.used_words > TRACE_SUBBUF_ROOM) {
        r->found->wrong++;
        return;
    }
    r->time = opened;
    while (at < p->records + p->head.used_words) {
        unsigned id = *at >> SPOOR_WIRE_TIME_BITS;

        if (id == SPOOR_WIRE_ID_TIME) {
            r->time = (uint64_t)at[2] << 32 | at[1];
            at += 3;
        } else if (id == lives_step_id()) {
            r->time += (*at - (uint32_t)r->time) & SPOOR_WIRE_TIME_MASK;
            read_step(r, at[1]);
            at += 2;
        } else {
            r->found->wrong++;
            return;
        }
    }
}

/* Release up to `parts` sub-buffers. */
static void read_ring(struct finding *f, unsigned cpu, unsigned parts)
{
    static struct trace_subbuf part;
    struct reading r = {.found = f, .steps = &f->steps[cpu], .cpu = cpu};

    while (parts-- > 0 && trace_ring_take(cpu, &part)) {
        read_part(&r, &part);
    }
}

static void note_losses(struct steps *s, unsigned cpu)
{
    s->dropped = trace_rings[cpu].dropped;
    s->overwritten = trace_rings[cpu].overwritten;
    s->losses = trace_losses[cpu][lives_step_id()];
}

static void find(struct finding *f)
{
    memset(f, 0, sizeof *f);
    f->survived = trace_rings_survived();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        note_losses(&f->steps[cpu], cpu);
        read_ring(f, cpu, UINT32_MAX);
    }
}

/* ------------------------------------------------------------------ ways to end a life */

/*
 * Note the steps that the next life must find: all except the lost ones and those up to the last one read.
 */
static void note_left(uint32_t last, const struct finding *read)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        struct steps *s = &lives_left[life][cpu];

        note_losses(s, cpu);
        s->first = s->overwritten + read->steps[cpu].last + 1;
        s->last = last;
        s->count = last - s->dropped - s->overwritten - read->steps[cpu].count;
    }
}

static void leave_overwritten(void)
{
    static const struct finding nothing;

    begin(SPOOR_WIRE_MODE_OVERWRITE);
    lives_record(MANY);
    note_left(MANY, &nothing);
}

static void leave_dropped(void)
{
    static struct finding read;

    begin(SPOOR_WIRE_MODE_STREAM);
    lives_record(MANY);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        read_ring(&read, cpu, 2);
    }
    lives_record(MANY + FEW);
    note_left(MANY + FEW, &read);
}

static void leave_few(void)
{
    static const struct finding nothing;

    begin(SPOOR_WIRE_MODE_STREAM);
    lives_record(FEW);
    note_left(FEW, &nothing);
}

/* The ring's own CPU damages it, so that its tick doesn't use it. */
static void leave_spoiled(void)
{
    struct trace_ring *r = &trace_rings[CONFIG_CPUS - 1];

    leave_few();
    (void)thread_set_affinity(thread_self(), 1u << (CONFIG_CPUS - 1));
    (void)spoor_irq_save();
    if (life == LIFE_GARBAGE) {
        memset(r, 0xA5, sizeof *r);
    } else if (life == LIFE_BAD_COUNTS) {
        r->read = r->closed + 1;
    } else {
        r->next = r->subbufs[CONFIG_TRACE_RING_SUBBUFS - 1].records + TRACE_SUBBUF_ROOM + 1;
    }
}

static void leave_other_image(void)
{
    leave_few();
    trace_rings_init(1); /* as the boot of another image does */
    lives_record(2 * FEW);
    note_left(2 * FEW, &lives_found[life]); /* recorded after that */
}

static int live(void)
{
    static void (*const leave[LIFE_LAST])(void) = {
        [LIFE_OVERWRITTEN] = leave_overwritten,
        [LIFE_DROPPED] = leave_dropped,
        [LIFE_GARBAGE] = leave_spoiled,
        [LIFE_BAD_COUNTS] = leave_spoiled,
        [LIFE_BAD_END] = leave_spoiled,
        [LIFE_OTHER_IMAGE] = leave_other_image,
        [LIFE_UNREAD] = leave_few,
    };

    if (begun != MAGIC) {
        begun = MAGIC;
        life = 0;
    } else if (++life < LIFE_LAST) {
        find(&lives_found[life - 1]);
    }
    if (life < LIFE_LAST) {
        leave[life]();
        power_reset();
    }
    return 0;
}

INIT_HOOK(INIT_APP, live);
