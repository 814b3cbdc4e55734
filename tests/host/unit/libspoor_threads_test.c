/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads ask handles of their own, of different recordings, at the same time. The answers must be those of a
 * single thread, and the thread sanitizer must not find data races.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "libspoor_make.h"

#define THREADS 2
#define ROUNDS  4
#define LEAST   30
#define CALLS   160

/* The status, the message and a checksum of an answer. */
struct result {
    int status;
    uint32_t sum, used;
    char text[200];
};

struct job {
    pthread_t thread;
    struct make stream;
    const struct make *elf;
    struct answer answer;
    struct result results[CALLS];
    unsigned count;
};

static pthread_barrier_t start;

static void keep(struct job *j, int status, const struct libspoor_error *error)
{
    struct result *r = &j->results[j->count++ % CALLS];

    *r = (struct result){.status = status, .used = (uint32_t)j->answer.used};
    for (size_t n = 0; n < j->answer.used; n++) {
        r->sum = r->sum * 31 + (uint8_t)j->answer.text[n];
    }
    strncpy(r->text, error->text, sizeof r->text - 1);
}

/* Ask everything. */
static void ask(struct job *j)
{
    static const char *const filters[] = {"event=hits", "thread=nobody", "duration>10us && thread=worker",
                                          "&&"};
    const struct libspoor_options options = {
        .thread = "worker", .begin_event = "sched_wake", .end_event = "hits", .bin_ns = 1000000};
    struct libspoor_error error;
    const char *name;
    struct libspoor *s = libspoor_open(&(struct libspoor_input){.path = "t.spoor",
                                                                .bytes = j->stream.bytes,
                                                                .size = j->stream.used,
                                                                .program_bytes = j->elf->bytes,
                                                                .program_size = j->elf->used},
                                       &error);

    j->count = 0;
    j->answer.used = 0;
    keep(j, s != NULL, &error);
    for (unsigned n = 0; s != NULL && (name = libspoor_table_name(n)) != NULL; n++) {
        struct libspoor_sink to = answer_sink(&j->answer);

        keep(j, libspoor_table(s, name, NULL, &options, &to, &error), &error);
    }
    for (unsigned n = 0; s != NULL && (name = libspoor_format_name(n)) != NULL; n++) {
        struct libspoor_sink to = answer_sink(&j->answer);
        int status = libspoor_export(s, name, NULL, &to, &error);

        keep(j, status, &error);
    }
    for (unsigned n = 0; s != NULL && n < sizeof filters / sizeof filters[0]; n++) {
        const struct libspoor_part part = {.range = "5ms..", .where = filters[n]};
        struct libspoor_sink to = answer_sink(&j->answer);

        keep(j, libspoor_table(s, "sched", &part, &(struct libspoor_options){.sort = "-thread"}, &to, &error),
             &error);
        to = answer_sink(&j->answer);
        keep(j, libspoor_events(s, &part, 1, 0, &to, &error), &error);
        to = answer_sink(&j->answer);
        keep(j, libspoor_chosen(s, NULL, filters[n], &to, &error), &error);
    }
    for (unsigned n = LIBSPOOR_VIEW_PAGE; s != NULL && n <= LIBSPOOR_VIEW_WAITS; n++) {
        struct libspoor_sink to = answer_sink(&j->answer);

        keep(j, libspoor_view(s, (enum libspoor_view)n, NULL, 0, &to, &error), &error);
    }
    libspoor_close(s);
}

static void *work(void *arg)
{
    pthread_barrier_wait(&start);
    ask(arg);
    return NULL;
}

static struct job jobs[THREADS], alone[THREADS];
static struct make elf;

static void threads_get_the_answers_of_a_single_one(void **state)
{
    (void)state;
    make_usual_elf(&elf);
    for (unsigned n = 0; n < THREADS; n++) {
        jobs[n].elf = &elf;
        make_turns(&jobs[n].stream, n == 0 ? "worker" : "a thread with quite another name", 20 + 30 * n,
                   100 + 200 * n);
    }
    /* The threads are first: what is made at the first use must not be a race. */
    for (unsigned round = 0; round < ROUNDS; round++) {
        assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
        for (unsigned n = 0; n < THREADS; n++) {
            assert_int_equal(pthread_create(&jobs[n].thread, NULL, work, &jobs[n]), 0);
        }
        for (unsigned n = 0; n < THREADS; n++) {
            assert_int_equal(pthread_join(jobs[n].thread, NULL), 0);
        }
        for (unsigned n = 0; n < THREADS; n++) {
            if (round == 0) {
                alone[n].elf = &elf;
                alone[n].stream = jobs[n].stream;
                ask(&alone[n]);
                assert_true(alone[n].count > LEAST && alone[n].count <= CALLS);
            }
            assert_int_equal(jobs[n].count, alone[n].count);
            for (unsigned i = 0; i < alone[n].count; i++) {
                assert_int_equal(jobs[n].results[i].status, alone[n].results[i].status);
                assert_string_equal(jobs[n].results[i].text, alone[n].results[i].text);
                assert_int_equal(jobs[n].results[i].used, alone[n].results[i].used);
                assert_int_equal(jobs[n].results[i].sum, alone[n].results[i].sum);
            }
        }
        pthread_barrier_destroy(&start);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_get_the_answers_of_a_single_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
