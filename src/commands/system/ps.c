/* SPDX-License-Identifier: BSD-2-Clause */
/* ps: show threads, what they wait for, their share of a CPU since the last ps, and their stacks. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>
#include <spoor/util/format.h>

#if CONFIG_CPUS > 1 /* the CPU on which the thread runs or last ran */
static const char columns[] = ">ID\0<Name\0<State\0<Prio\0>CPU\0>CPU%\0>Stack\0>Switches";
#else
static const char columns[] = ">ID\0<Name\0<State\0<Prio\0>CPU%\0>Stack\0>Switches";
#endif

/* The part of struct thread_info that a row shows. Boards with little RAM have no room for the whole. */
struct row {
    const char *name, *state;
    uint64_t run_cycles;
    uint32_t id, switches, stack_bytes, stack_used_bytes;
    uint8_t priority, base_priority, cpu;
};

/* A snapshot of all threads. */
struct snapshot {
    uint64_t at_cycles;
    unsigned count;
    struct row threads[];
};

/* Run times at the last ps, from which differences are computed. */
static struct last {
    uint64_t at_cycles;
    unsigned count;
    struct {
        const char *name;
        uint64_t run_cycles;
    } threads[];
} * last;

static struct row row_of(const struct thread_info *i)
{
    return (struct row){i->name,
                        i->state,
                        i->run_cycles,
                        i->id,
                        i->switches,
                        (uint32_t)i->stack_bytes,
                        (uint32_t)i->stack_used_bytes,
                        (uint8_t)i->priority,
                        (uint8_t)i->base_priority,
                        (uint8_t)i->cpu};
}

static struct snapshot *take(void)
{
    struct thread_info info;
    unsigned n = 0;
    struct snapshot *s;

    while (thread_get_brief(n, &info) == 0) {
        n++;
    }
    s = malloc(sizeof(*s) + n * sizeof(s->threads[0]));
    if (s == NULL) {
        return NULL;
    }
    s->at_cycles = clock_cycles();
    for (s->count = 0; s->count < n && thread_get_info(s->count, &info) == 0; s->count++) {
        s->threads[s->count] = row_of(&info);
    }
    return s;
}

/* Keep the run times for the next ps. If memory runs out, the next ps shows shares since boot. */
static void keep(const struct snapshot *s)
{
    free(last);
    last = malloc(sizeof(*last) + s->count * sizeof(last->threads[0]));
    if (last == NULL) {
        return;
    }
    last->at_cycles = s->at_cycles;
    last->count = s->count;
    for (unsigned i = 0; i < s->count; i++) {
        last->threads[i].name = s->threads[i].name;
        last->threads[i].run_cycles = s->threads[i].run_cycles;
    }
}

/*
 * Find a thread's run time at the last ps. Threads may have been created and ended since, so their indexes
 * differ. Threads are matched in order of creation: the next one with the same name and a run time that isn't
 * larger than now is taken to be the same thread.
 */
static uint64_t run_before(const struct row *t, unsigned *from)
{
    for (unsigned i = *from; last != NULL && i < last->count; i++) {
        if (last->threads[i].name == t->name && last->threads[i].run_cycles <= t->run_cycles) {
            *from = i + 1;
            return last->threads[i].run_cycles;
        }
    }
    return 0;
}

static void print_row(struct spoor_table *t, unsigned id, const struct row *i, const char *share)
{
    spoor_table_number(t, id);
    spoor_table_text(t, i->name);
    spoor_table_text(t, i->state);
    if (i->priority != i->base_priority) {
        spoor_table_cell(t, "%u->%u", i->base_priority, i->priority);
    } else {
        spoor_table_number(t, i->priority);
    }
#if CONFIG_CPUS > 1
    spoor_table_number(t, i->cpu);
#endif
    spoor_table_text(t, share);
    spoor_table_cell(t, "%lu/%lu", (unsigned long)i->stack_used_bytes, (unsigned long)i->stack_bytes);
    spoor_table_number(t, i->switches);
}

static void print(const struct snapshot *now)
{
    uint64_t elapsed = now->at_cycles - (last != NULL ? last->at_cycles : 0);
    struct spoor_table t;

    spoor_table_begin(&t, columns, 7 + (CONFIG_CPUS > 1));
    while (spoor_table_pass(&t)) {
        char share[SPOOR_FORMAT_SHARE_BYTES];
        unsigned from = 0;

        for (unsigned i = 0; i < now->count; i++) {
            uint64_t ran = now->threads[i].run_cycles - run_before(&now->threads[i], &from);

            print_row(&t, now->threads[i].id != 0 ? now->threads[i].id : i, &now->threads[i],
                      spoor_format_share(share, ran, elapsed));
        }
    }
    printf("total %lu switches since boot; stack of interrupts", (unsigned long)sched_switch_count());
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        size_t bytes, used = irq_stack_used(cpu, &bytes);

        printf(" %lu/%lu", (unsigned long)used, (unsigned long)bytes);
    }
    printf("\n");
}

static int ps_command(int argc, char **argv)
{
    struct snapshot *now;

    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    now = take();
    if (now == NULL) {
        printf("ps: not enough memory for a copy of the threads\n");
        return -ENOMEM;
    }
    print(now);
    keep(now);
    free(now);
    return 0;
}

SPOOR_SHELL_COMMAND("ps", "show threads, and CPU shares since the last ps", "", ps_command, NULL);
