/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by intervals.c, contexts.c and spans.c. */
#ifndef MODEL_INTERVALS_PRIV_H
#define MODEL_INTERVALS_PRIV_H

#include <model/intervals.h>

/* An open call. */
struct call {
    uint32_t function;
    uint64_t from, ran; /* time, and the context's clock, at the call */
    uint64_t children;  /* net time of its callees */
};

/* A time at which a context began to run, and its clock then. */
struct mark {
    uint64_t time, ran;
};

#define MARKS 1024

/* A thread or an interrupt. `ran` is its clock, which only counts while it runs. */
struct context {
    uint32_t thread, line;
    bool is_irq, runs;
    uint64_t ran, since;
    uint64_t mark;      /* thread: `ran` when it last began to run */
    struct mark *marks; /* ring of the times at which it began to run, to compute its clock in the past */
    uint32_t mark_count;
    struct call *calls;
    uint32_t *functions; /* addresses of the calls' functions */
    unsigned depth, room;
};

struct open_range {
    uint16_t id;
    uint8_t cpu;
    uint32_t thread;
    uint64_t from;
};

#define RANGES_MAX 256

struct intervals {
    const struct spoor_elf *elf;
    void (*take)(void *arg, const struct interval *);
    void *arg;
    struct follow *follow;
    uint64_t now;
    uint64_t clip; /* intervals begin at this time at the earliest */
    struct {
        struct context irq[FOLLOW_NESTING];
        uint64_t entered[FOLLOW_NESTING];
        struct context *thread; /* the last thread that ran, or NULL */
    } cpu[SPOOR_CPUS_MAX];
    struct context **contexts; /* contexts of threads */
    size_t context_count;
    struct hash thread_map;
    struct open_range range[RANGES_MAX];
    unsigned range_count;
};

struct context *intervals_thread(struct intervals *v, uint32_t thread);
struct context *intervals_running(struct intervals *v, unsigned cpu);

/** Start or stop a context's clock. No effect if it is in that state already, or if `c` is NULL. */
void context_start(struct context *c, uint64_t time);
void context_stop(struct context *c, uint64_t time);

/** @return the context's clock at a time */
uint64_t context_ran(const struct context *c, uint64_t time);

/** Get a context's clock at a time in the past. @return false if that is too long ago */
bool context_ran_at(const struct context *c, uint64_t time, uint64_t *ran);

/** Process a record that may begin or end a call, block or range. */
void intervals_span(struct intervals *v, const struct spoor_item *item, const struct spoor_id *id);

/** Report the open calls of a context that ends or is cut by a loss. */
void intervals_end_calls(struct intervals *v, struct context *c, unsigned cpu, uint64_t time, bool cut);

#endif
