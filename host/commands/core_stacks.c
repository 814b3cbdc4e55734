/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor core stacks: where CPUs and threads stopped, and the callers. */
#include <inttypes.h>
#include <string.h>
#include <core/exceptions.h>
#include <core/frames.h>
#include <core/kernels.h>
#include <base/count.h>
#include <base/message.h>
#include "core_stacks.h"

static const struct column stack_columns[] = {
    {"cpu", COLUMN_NUMBER, "number of the CPU or thread in the core; empty: of a thread that doesn't run"},
    {"thread", COLUMN_TEXT, "its name, if the kernel is one that is known"},
    {"depth", COLUMN_NUMBER, "0: where it stopped; 1: its caller"},
    {"address", COLUMN_TEXT, "of the next instruction"},
    {"function", COLUMN_TEXT, "the function there"},
    {"place", COLUMN_TEXT, "file and line"},
};

const struct table_kind core_stack_kind = {"stacks", stack_columns, COUNT_OF(stack_columns), NO_METRIC};

#define FRAMES_MAX  256
#define RUNNING_MAX 16 /* CPUs whose threads are named */

/* The table of stacks, being written. */
struct stacks {
    struct cli *cli;
    struct table *table;
    struct frames frames;
    struct spoor_memory memory;
    struct core_kernel kernel; /* nothing if none is known */
    char running[RUNNING_MAX][CORE_NAME_BYTES];
    size_t threads;
};

/* @param called  it is the address after a call */
static void put_frame(struct stacks *s, unsigned depth, uint32_t pc, bool called)
{
    const struct spoor_elf *elf = s->cli->input.elf;
    struct table *t = s->table;
    struct spoor_source at = {.file = NULL};
    const char *function = spoor_elf_symbol(elf, pc - called, NULL);
    char address[16], place[300] = "";

    if (spoor_elf_source(elf, pc - called, &at, 1) != 0 && at.file != NULL) {
        snprintf(place, sizeof place, "%s:%" PRIu32, at.file, at.line);
    }
    snprintf(address, sizeof address, "0x%08" PRIx32, pc);
    table_number(t, depth);
    table_text(t, address);
    table_text(t, function != NULL ? function : "?");
    table_text(t, place);
    table_end_row(t);
}

/* @param stopped  the registers that the CPU had when it stopped; NULL: of a thread that doesn't run
 * @param called  in: the registers are those at a call; out: the caller's are */
static bool to_caller(const struct stacks *s, const struct core_registers *stopped, struct core_registers *r,
                      bool *called)
{
    const struct input *in = &s->cli->input;

    if (frames_up(r, *called, &s->frames, &s->memory)) {
        *called = true;
        return true;
    }
    if (stopped == NULL || !exception_ends(r, in->elf)) {
        return false;
    }
    const char *wrong = exception_up(r, stopped, in->elf, &s->memory);

    if (wrong != NULL) {
        message_say(&in->report, input_name(in),
                    "CPU %" PRIu32 ": what its exception interrupted isn't shown: %s", stopped->thread,
                    wrong);
    }
    *called = false;
    return wrong == NULL;
}

/* @param cpu  NULL: the thread doesn't run */
static void put_stack(struct stacks *s, struct core_registers r, const uint32_t *cpu, const char *thread)
{
    const struct core_registers stopped = r;
    unsigned depth = 0;
    bool called = false;

    do {
        if (cpu != NULL) {
            table_number(s->table, *cpu);
        } else {
            table_empty(s->table);
        }
        table_text(s->table, thread);
        put_frame(s, depth, r.value[s->frames.pc], called);
    } while (depth++ < FRAMES_MAX && to_caller(s, cpu != NULL ? &stopped : NULL, &r, &called) &&
             r.value[s->frames.pc] != s->kernel.threads.returns);
}

static void note_running(void *arg, const struct core_thread *t)
{
    struct stacks *s = arg;

    s->threads++;
    if (t->has_current && t->cpu < RUNNING_MAX) {
        memcpy(s->running[t->cpu], t->name, sizeof t->name);
    }
}

/* The stack of a thread that runs is that of its CPU. */
static void put_thread(void *arg, const struct core_thread *t)
{
    struct stacks *s = arg;
    const struct input *in = &s->cli->input;
    struct core_registers r;
    const char *wrong = "a CPU has its registers, and is about to run another thread";

    if (t->has_current && in->core != NULL && in->core->register_count != 0) {
        return;
    }
    if (t->has_current) {
        wrong = "it runs, and the memory has no registers of a CPU";
    } else if (!t->on_cpu) {
        wrong = core_context_read(&s->kernel.context, &s->memory, t, &r);
    }
    if (wrong == NULL) {
        put_stack(s, r, NULL, t->name);
    } else {
        message_say(&in->report, input_name(in), "thread %s has no stack here: %s", t->name, wrong);
    }
}

/* Debuggers and QEMU number CPUs from 1. The only one may have any number. */
static const char *running_on(const struct stacks *s, uint32_t cpu)
{
    bool only = s->cli->input.core->register_count == 1 && s->running[1][0] == 0;

    return only ? s->running[0] : cpu - 1 < RUNNING_MAX ? s->running[cpu - 1] : "";
}

int core_put_stacks(struct cli *cli, struct table *t)
{
    const struct input *in = &cli->input;
    size_t cpus = in->core != NULL ? in->core->register_count : 0;
    struct stacks s = {.cli = cli, .table = t, .frames = frames_of(in->elf), .memory = input_memory(in)};

    bool known = core_kernel_find(in->elf, input_name(in), &in->report, &s.kernel);

    if (known) {
        core_threads_walk(&s.kernel.threads, in->elf, &s.memory, input_name(in), &(struct spoor_report){NULL},
                          note_running, &s);
    }
    if (cpus == 0 && s.threads == 0) {
        return cli_failed(
            input_name(in),
            "no registers and no threads of a kernel that is known, so no stack can be followed");
    }
    if (frames_are_missing(&s.frames)) {
        message_say(&in->report, spoor_elf_name(in->elf),
                    "no section .debug_frame, so callers aren't shown: build with -g");
    }
    for (size_t n = 0; n < cpus; n++) {
        const struct core_registers *r = &in->core->registers[n];

        put_stack(&s, *r, &r->thread, running_on(&s, r->thread));
    }
    if (known && s.kernel.no_context != NULL) {
        message_say(&in->report, input_name(in), "threads that wait aren't shown: %s", s.kernel.no_context);
    } else if (known) {
        core_threads_walk(&s.kernel.threads, in->elf, &s.memory, input_name(in), &in->report, put_thread, &s);
    }
    return CLI_OK;
}
