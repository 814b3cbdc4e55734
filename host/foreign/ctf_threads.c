/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why Zephyr's threads leave the CPU, which no event of its traces tells. A thread waited if it is made ready
 * before it runs again.
 *
 * Zephyr before 4.3 records no wake-ups. In its traces a thread waited if it was about to block on an object,
 * or if nothing else was ready and it ran again. For other departures the reason is unknown.
 */
#include <stdlib.h>
#include <string.h>
#include <base/hash.h>
#include <base/vector.h>
#include "ctf_priv.h"

struct thread {
    uint32_t left; /* the departure whose reason isn't known yet, plus 1 */
    uint8_t state; /* why it leaves, as far as it was told */
    bool told, idle;
};

/* A thread leaves. */
struct departure {
    uint8_t why;
    bool derived;  /* the reason follows from wake-ups */
    bool to_idle;  /* no thread was ready */
    bool returned; /* the thread ran again */
};

struct ctf_threads {
    struct hash by_number;
    struct thread *threads, none; /**< `none`: without memory */
    size_t count;
    struct departure *departures;
    size_t departure_count, next;
    uint32_t runs[FOREIGN_CPUS];
    unsigned cpus; /* that ran threads */
    bool known[FOREIGN_CPUS];
    bool wakes; /* wake-ups are recorded */
};

struct ctf_threads *ctf_threads_open(void)
{
    return calloc(1, sizeof(struct ctf_threads));
}

void ctf_threads_rewind(struct ctf_threads *t)
{
    t->next = 0;
    memset(t->known, 0, sizeof t->known);
}

void ctf_threads_close(struct ctf_threads *t)
{
    if (t != NULL) {
        hash_free(&t->by_number);
        free(t->threads);
        free(t->departures);
    }
    free(t);
}

static struct thread *thread_of(struct ctf_threads *t, uint32_t number)
{
    uint32_t index = hash_find_key(&t->by_number, number);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(t->threads, t->count) || !hash_add(&t->by_number, number, (uint32_t)t->count)) {
            return &t->none;
        }
        index = (uint32_t)t->count++;
        t->threads[index] = (struct thread){.left = 0};
    }
    return &t->threads[index];
}

static bool runs_before(const struct ctf_threads *t, unsigned cpu, uint32_t next)
{
    return t->known[cpu] && t->runs[cpu] != next;
}

static void set_running(struct ctf_threads *t, unsigned cpu, uint32_t thread)
{
    t->runs[cpu] = thread;
    t->known[cpu] = true;
}

void ctf_switched(struct ctf_threads *t, unsigned cpu, uint32_t thread)
{
    bool to_idle = thread_of(t, thread)->idle;

    t->cpus = cpu >= t->cpus ? cpu + 1 : t->cpus;
    if (runs_before(t, cpu, thread)) {
        struct thread *before = thread_of(t, t->runs[cpu]);
        bool known = before->told || before->idle;

        if (!VECTOR_GROW(t->departures, t->departure_count)) {
            return;
        }
        t->departures[t->departure_count++] =
            (struct departure){before->idle   ? CTF_LEFT_READY
                               : before->told ? before->state
                                              : CTF_WAITS, /* if it never returns */
                               !known, to_idle, false};
        before->left = known ? 0 : (uint32_t)t->departure_count;
    }
    struct thread *now = thread_of(t, thread);

    if (now->left != 0) {
        t->departures[now->left - 1].why = CTF_LEFT_READY; /* it runs without having been made ready */
        t->departures[now->left - 1].returned = true;
        now->left = 0;
    }
    now->told = false;
    set_running(t, cpu, thread);
}

void ctf_woken(struct ctf_threads *t, uint32_t thread)
{
    struct thread *woken = thread_of(t, thread);

    woken->left = 0; /* it waited */
    woken->told = false;
    t->wakes = true;
}

void ctf_told(struct ctf_threads *t, uint32_t thread, enum ctf_why why)
{
    struct thread *leaves = thread_of(t, thread);

    leaves->told = true;
    leaves->state = (uint8_t)why;
}

void ctf_leaves(struct ctf_threads *t, unsigned cpu, enum ctf_why why)
{
    if (t->known[cpu]) {
        ctf_told(t, t->runs[cpu], why);
    }
}

void ctf_created(struct ctf_threads *t, uint32_t thread)
{
    thread_of(t, thread)->left = 0; /* the one before it in this memory has ended */
}

void ctf_idle(struct ctf_threads *t, uint32_t thread)
{
    thread_of(t, thread)->idle = true;
}

uint32_t ctf_reason(struct ctf_threads *t, unsigned cpu, uint32_t thread)
{
    /* A thread that is switched to itself yielded, and no other was ready. */
    uint32_t why = t->known[cpu] && t->runs[cpu] == thread ? CTF_YIELDS : CTF_LEFT_READY;

    if (runs_before(t, cpu, thread) && t->next < t->departure_count) {
        const struct departure *d = &t->departures[t->next++];

        why = t->wakes || !d->derived                     ? d->why
              : d->to_idle && d->returned && t->cpus == 1 ? CTF_WAITS
                                                          : CTF_UNKNOWN;
    }
    set_running(t, cpu, thread);
    return why;
}
