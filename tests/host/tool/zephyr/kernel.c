/* SPDX-License-Identifier: BSD-2-Clause */
/* The threads: see kernel.h. */
#include "kernel.h"

struct z_kernel _kernel;
struct k_thread main_thread;
static struct k_thread threads[6];
static uintptr_t stacks[COUNT_OF(threads)][128] __attribute__((aligned(16)));
volatile int sink;
static volatile int more;
#if FLOAT
static volatile float fraction = 1.5f;
#else
static volatile int fraction;
#endif

static void swap_to(struct k_thread *t)
{
    _kernel.ready_q.cache = t;
    arch_swap();
}

/* gdb notes the callers of a thread that gets here. */
APART void waits(void)
{
    swap_to(&main_thread);
    sink++;
}

/* The size of its frame is known by a register only, which the switch saves. */
APART static int deep(int n)
{
    volatile int own[n + 1];

    own[0] = n;
    if (n == 0) {
        waits();
        return 1;
    }
    return deep(n - 1) + own[0];
}

static void sleeper(void)
{
    waits();
    sink++;
}

static void deeper(void)
{
    sink = deep(6);
    sink++;
}

APART static int with_floats(int n)
{
    fraction *= n;
    waits();
    fraction *= n;
    return sink;
}

static void floats(void)
{
    sink = with_floats(3);
    sink++;
}

/* gdb notes its callers, too. */
APART void is_preempted(void)
{
    for (;;) {
        sink++;
    }
}

/* As deep(), when an interrupt switches. */
static void busy(void)
{
    volatile int own[sink % 4 + 1];

    own[0] = sink;
    _kernel.ready_q.cache = &main_thread;
    preempt();
    sink += own[0];
}

static const struct {
    const char *name;
    entry_fn entry;
} list[] = {{"sleeper", sleeper}, {"deep", deeper},    {"floats", floats},
            {"busy", busy},       {"unborn", sleeper}, {"", sleeper}};

static void add(struct k_thread *t, const char *name)
{
    (void)name;
    t->base.qnode[0] = (void *)0x41414141; /* isn't a name */
#if NAMES
    for (unsigned n = 0; name[n] != 0; n++) {
        t->name[n] = name[n];
    }
#endif
#if MONITOR
    t->next_thread = _kernel.threads;
    _kernel.threads = t;
#endif
}

void z_thread_entry(entry_fn entry)
{
    entry();
    for (;;) {
    }
}

APART void finish(void)
{
    while (!more) {
    }
}

__attribute__((used)) int main(void)
{
    _kernel.cpus[0].current = &main_thread;
    add(&main_thread, "main");
    for (unsigned n = 0; n < COUNT_OF(list); n++) {
        new_thread(&threads[n], (uintptr_t)(stacks[n] + COUNT_OF(stacks[n])), list[n].entry);
        add(&threads[n], list[n].name);
        if (list[n].name[0] != 'u') {
            swap_to(&threads[n]);
        }
    }
    finish();
    return 0;
}

#if HAS_HANDLE
/* @return the thread that ran; the next one is the current one */
struct k_thread *choose(void)
{
    struct k_thread *old = CURRENT;

    CURRENT = _kernel.ready_q.cache;
    return old;
}
#endif
