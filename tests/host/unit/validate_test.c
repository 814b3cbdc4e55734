/* SPDX-License-Identifier: BSD-2-Clause */
/* Contradictions, and nothing else, must be reported in streams of two CPUs whose threads wake each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <read/reader.h>
#include <model/validate.h>
#include "read_make.h"

static struct spoor_elf *elf;
static char messages[2048];

static void note(void *arg, const char *text)
{
    size_t used = strlen(messages);

    (void)arg;
    snprintf(messages + used, sizeof messages - used, "%s\n", text);
}

static const struct spoor_report report = {note, NULL};

static const struct make_event events[] = {
    {"one", "value:i32", 0},
    {"pair", "a:x32,b:ptr", 0},
    {"message", "text:str", 3},
    {"change", "reason:preempted|yield|sleep/4+next:thread", SPOOR_WIRE_ROLE_SWITCH << SPOOR_WIRE_ROLE_SHIFT},
    {"rouse", "how/2+thread:thread", SPOOR_WIRE_ROLE_WAKE << SPOOR_WIRE_ROLE_SHIFT},
    {"slow", "since:time", SPOOR_WIRE_ROLE_TICK_LATE << SPOOR_WIRE_ROLE_SHIFT},
    {"wanted", "running:x32", SPOOR_WIRE_ROLE_SERVICES << SPOOR_WIRE_ROLE_SHIFT},
    {"mode_switch", "x/4+next:thread", 0},
    {NULL, NULL, 0},
};
enum { ID_LATE = ID_WAKE + 1, ID_SERVICES, ID_OTHER };

/* A record of sched_switch or sched_wake. The word of a switch is reason + 16 * next. */
struct record {
    uint64_t time;
    unsigned id;
    uint32_t word;
};

enum { PREEMPTED, SLEEP = 2 };
#define SWITCH(time, reason, next)                                                                           \
    {                                                                                                        \
        time, ID_SWITCH, (reason) | (next) << 4                                                              \
    }
#define WAKE(time, thread)                                                                                   \
    {                                                                                                        \
        time, ID_WAKE, (thread) << 2                                                                         \
    }
#define SERVICES(time, running)                                                                              \
    {                                                                                                        \
        time, ID_SERVICES, running                                                                           \
    }
#define LATE(time, since)                                                                                    \
    {                                                                                                        \
        time, ID_LATE, since                                                                                 \
    }
/* A record was lost between the previous and the next record (if there is one). */
#define LOST                                                                                                 \
    {                                                                                                        \
        1, 0, 0                                                                                              \
    }
#define MOST 8

/* The records of two CPUs. A time of 0 ends the list. */
struct story {
    struct record cpu[2][MOST];
    uint64_t complete_until;
};

/* Append packet `number`, with `before` records before it. @return the index after its last record */
static unsigned make_run(struct make *stream, unsigned cpu, unsigned number, unsigned before,
                         const struct record *records)
{
    struct make p = {.used = 0};
    unsigned i;

    make_byte(&p, SPOOR_WIRE_EVENTS);
    make_number(&p, 1);
    make_number(&p, cpu);
    make_number(&p, number);
    make_number(&p, before);
    make_number(&p, records[0].time);
    for (i = 0; records[i].time > 1; i++) {
        make_number(&p, RECORD(records[i].id, i == 0 ? 0 : records[i].time - records[i - 1].time));
        make_number(&p, records[i].word);
    }
    make_frame(stream, &p);
    return i;
}

static void make_cpu(struct make *stream, unsigned cpu, const struct record *records, uint64_t until)
{
    unsigned n = make_run(stream, cpu, 0, 0, records), sent = n, lost = records[n].time != 0;

    if (lost != 0) {
        bool more = records[n + 1].time != 0;

        make_packet(stream, GAP(cpu, 1, 1, records[n - 1].time, records[more ? n + 1 : n - 1].time), END);
        if (more) {
            sent += make_run(stream, cpu, 2, n, records + n + 1);
        }
    }
    make_packet(stream, LOSSES(cpu, sent, lost, until), END);
}

/* @return the number of contradictions */
static unsigned contradictions(const struct story *story)
{
    static struct make stream;
    const struct spoor_item *item;

    stream.used = 0;
    make_header(&stream, 2, 8);
    for (unsigned cpu = 2; cpu-- > 0;) { /* the order on the link must not matter */
        make_cpu(&stream, cpu, story->cpu[cpu],
                 story->complete_until < UINT64_MAX ? story->complete_until : UINT64_MAX - 1);
    }
    struct spoor_reader *r = spoor_open_memory(stream.bytes, stream.used, "t.spoor", elf, &report);
    struct follow *follow = follow_open(elf);
    struct validator *v = validate_open(elf);

    messages[0] = 0;
    while (spoor_next(r, &item) > 0) {
        follow_item(follow, item);
        validate_item(v, item, follow);
    }
    unsigned wrong = (unsigned)validate_end(v, story->complete_until, &report);

    validate_close(v);
    follow_close(follow);
    spoor_close(r);
    return wrong;
}

/*
 * Thread 5 sleeps on CPU 0 from 200 to 400. CPU 1 wakes thread 9 first, which shows that wakes are recorded,
 * and thread 5 at `wake`.
 */
static struct story story_of_a_wake(uint64_t wake)
{
    return (struct story){
        {{SWITCH(150, PREEMPTED, 5), SWITCH(200, SLEEP, 1), SWITCH(400, PREEMPTED, 5), WAKE(900, 7)},
         {WAKE(100, 9), WAKE(wake, 5), SWITCH(1000, PREEMPTED, 2)}},
        .complete_until = UINT64_MAX,
    };
}

static void a_wake_before_its_switch_is_valid(void **state)
{
    struct story story = story_of_a_wake(390);

    (void)state;
    assert_int_equal(contradictions(&story), 0);
    assert_string_equal(messages, "");
}

static void a_wake_at_the_time_of_its_switch_is_valid(void **state)
{
    struct story story = story_of_a_wake(400);

    (void)state;
    assert_int_equal(contradictions(&story), 0);
}

static void a_wake_that_may_be_lost_is_not_reported(void **state)
{
    const struct story story = {
        {{SWITCH(150, PREEMPTED, 5), SWITCH(200, SLEEP, 1), SWITCH(400, PREEMPTED, 5), WAKE(900, 7)},
         {WAKE(100, 9), LOST, SWITCH(1000, PREEMPTED, 2)}},
        .complete_until = UINT64_MAX,
    };

    (void)state;
    assert_int_equal(contradictions(&story), 0);
}

/* A loss at the end of a memory dump: it isn't known when it ends. */
static void after_a_loss_at_the_end_no_wake_is_reported(void **state)
{
    struct story story = {
        {{SWITCH(150, PREEMPTED, 5), SWITCH(200, SLEEP, 1), SWITCH(400, PREEMPTED, 5), WAKE(900, 7)},
         {WAKE(100, 9), LOST}},
        .complete_until = UINT64_MAX,
    };

    (void)state;
    assert_int_equal(contradictions(&story), 0);
    story.cpu[1][1].time = 0;
    assert_int_equal(contradictions(&story), 1);
}

static void a_wake_after_its_switch_is_reported(void **state)
{
    struct story story = story_of_a_wake(401);

    (void)state;
    assert_int_equal(contradictions(&story), 1);
    assert_non_null(strstr(messages, "CPU 0, time 400: thread 5 runs, but nothing woke it"));
}

static void a_missing_wake_is_reported(void **state)
{
    struct story story = story_of_a_wake(390);

    (void)state;
    story.cpu[1][1].word = 6; /* the wake is that of another thread */
    assert_int_equal(contradictions(&story), 1);
}

static void a_wake_before_the_wait_does_not_count(void **state)
{
    struct story story = story_of_a_wake(199);

    (void)state;
    assert_int_equal(contradictions(&story), 1);
}

static void a_preempted_thread_needs_no_wake(void **state)
{
    struct story story = story_of_a_wake(401);

    (void)state;
    story.cpu[0][1].word = PREEMPTED | 1 << 4;
    assert_int_equal(contradictions(&story), 0);
}

static void without_recorded_wakes_none_is_reported_missing(void **state)
{
    struct story story = story_of_a_wake(390);

    (void)state;
    story.cpu[1][0] = (struct record)SWITCH(100, PREEMPTED, 3);
    story.cpu[1][1] = (struct record)SWITCH(390, PREEMPTED, 4);
    story.cpu[0][3] = (struct record){.time = 0};
    assert_int_equal(contradictions(&story), 0);
}

static void a_thread_on_two_cpus_is_reported(void **state)
{
    struct story story = story_of_a_wake(390);

    (void)state;
    story.cpu[1][2].word = PREEMPTED | 5 << 4;
    assert_int_equal(contradictions(&story), 1);
    assert_non_null(strstr(messages, "CPU 1, time 1000: thread 5 already runs on another CPU"));
}

static void after_the_end_of_a_truncated_cpu_no_wake_is_reported(void **state)
{
    struct story story = story_of_a_wake(390);

    (void)state;
    story.cpu[1][1].time = 0; /* the wake-up and all later packets were lost */
    assert_int_equal(contradictions(&story), 1);
    story.complete_until = 0;
    assert_int_equal(contradictions(&story), 0);
    story.complete_until = 399; /* the last counts precede the switch */
    assert_int_equal(contradictions(&story), 0);
    story.complete_until = 401;
    assert_int_equal(contradictions(&story), 1);
    story.complete_until = 0;
    story.cpu[1][1] = (struct record)WAKE(401, 6); /* CPU 1 is now known beyond the switch */
    assert_int_equal(contradictions(&story), 1);
}

/* The number of threads isn't limited, since numbers of ended threads aren't reused. */
static void threads_with_high_numbers_are_validated(void **state)
{
    struct story story = story_of_a_wake(390);

    (void)state;
    story.cpu[0][2].word = story.cpu[0][0].word = PREEMPTED | 1000 << 4;
    story.cpu[1][1].word = 1000 << 2;
    assert_int_equal(contradictions(&story), 0);
    story.cpu[1][2].word = PREEMPTED | 1000 << 4;
    assert_int_equal(contradictions(&story), 1);
    assert_non_null(strstr(messages, "thread 1000 already runs on another CPU"));
}

/* Another event has the name and fields of sched_switch, but not its role. */
static void only_the_role_makes_an_event_a_switch(void **state)
{
    struct story story = story_of_a_wake(390);

    (void)state;
    story.cpu[1][2].id = ID_OTHER;
    story.cpu[1][2].word = PREEMPTED | 5 << 4;
    assert_int_equal(contradictions(&story), 0);
}

static void a_running_thread_that_ended_is_reported(void **state)
{
    struct story story = story_of_a_wake(390);

    (void)state;
    story.cpu[0][1].word = SPOOR_WIRE_LEFT_EXITED | 1 << 4;
    assert_int_equal(contradictions(&story),
                     0); /* it was woken, so the number now belongs to another thread */
    story.cpu[1][1].word = 9 << 2;
    assert_int_equal(contradictions(&story), 1);
    assert_non_null(strstr(messages, "thread 5 runs after it ended"));
}

/* While no switches are recorded, the running thread is unknown: the outgoing thread need not be thread 1. */
static void switches_are_not_reported_missing_if_disabled(void **state)
{
    struct story story = {
        {{SWITCH(150, PREEMPTED, 1), SERVICES(300, 0), SERVICES(600, 1), SWITCH(700, SLEEP, 1)},
         {WAKE(100, 9), WAKE(900, 7)}},
        .complete_until = UINT64_MAX,
    };

    (void)state;
    assert_int_equal(contradictions(&story), 0);
    story.cpu[0][1] = story.cpu[0][2] = (struct record)SERVICES(300, 3); /* switches were recorded */
    assert_int_equal(contradictions(&story), 1);
}

static void before_a_late_tick_no_wake_is_reported(void **state)
{
    const uint64_t wrap = SPOOR_WIRE_TIME_MASK + UINT64_C(1);
    struct story story = {
        {{SWITCH(150, PREEMPTED, 5), SWITCH(wrap + 200, SLEEP, 1), SWITCH(wrap + 400, PREEMPTED, 5)},
         {WAKE(100, 9), WAKE(390, 5), LATE(wrap + 1000, wrap)}},
        .complete_until = UINT64_MAX,
    };

    (void)state;
    assert_int_equal(contradictions(&story), 0);
    story.cpu[1][2] = (struct record)SWITCH(wrap + 1000, PREEMPTED, 2); /* the tick wasn't late */
    assert_int_equal(contradictions(&story), 1);
}

static void a_late_tick_hides_no_missing_wake_long_before_or_after_it(void **state)
{
    const uint64_t wrap = SPOOR_WIRE_TIME_MASK + UINT64_C(1);
    struct story story = {
        {{SWITCH(150, PREEMPTED, 5), SWITCH(200, SLEEP, 1), SWITCH(400, PREEMPTED, 5),
          SWITCH(4 * wrap, SLEEP, 1), SWITCH(4 * wrap + 10, PREEMPTED, 5)},
         {WAKE(100, 9), LATE(2 * wrap, wrap)}},
        .complete_until = UINT64_MAX,
    };

    (void)state;
    assert_int_equal(contradictions(&story), 2);
}

static int set_up(void **state)
{
    static struct make file;

    (void)state;
    make_elf(&file,
             &(struct make_elf){events, make_usual_blocks, make_usual_points, false, NULL, "\1\2\3\4"});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    return elf == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    spoor_elf_close(elf);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wake_before_its_switch_is_valid),
        cmocka_unit_test(a_wake_at_the_time_of_its_switch_is_valid),
        cmocka_unit_test(a_wake_that_may_be_lost_is_not_reported),
        cmocka_unit_test(after_a_loss_at_the_end_no_wake_is_reported),
        cmocka_unit_test(a_wake_after_its_switch_is_reported),
        cmocka_unit_test(a_missing_wake_is_reported),
        cmocka_unit_test(a_wake_before_the_wait_does_not_count),
        cmocka_unit_test(a_preempted_thread_needs_no_wake),
        cmocka_unit_test(without_recorded_wakes_none_is_reported_missing),
        cmocka_unit_test(a_thread_on_two_cpus_is_reported),
        cmocka_unit_test(threads_with_high_numbers_are_validated),
        cmocka_unit_test(only_the_role_makes_an_event_a_switch),
        cmocka_unit_test(a_running_thread_that_ended_is_reported),
        cmocka_unit_test(switches_are_not_reported_missing_if_disabled),
        cmocka_unit_test(before_a_late_tick_no_wake_is_reported),
        cmocka_unit_test(a_late_tick_hides_no_missing_wake_long_before_or_after_it),
        cmocka_unit_test(after_the_end_of_a_truncated_cpu_no_wake_is_reported),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
