/* SPDX-License-Identifier: BSD-2-Clause */
/* Follows a kernel's lists of threads. The input is untrusted. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <base/message.h>
#include <elf/opened.h>
#include <core/threads.h>

#define THREADS_MAX 65536 /* in a list */
#define CPUS_MAX    64

/* Lists that are being followed. */
struct walk {
    const struct core_thread_layout *layout;
    const struct spoor_elf *elf;
    const struct spoor_memory *memory;
    core_thread_fn take;
    void *arg;
    uint32_t threads, lists, broken; /* broken: of the lists */
    uint32_t where;                  /* the node at which the first of these is broken */
    uint64_t found;                  /* CPUs whose threads were in the lists, a bit each */
};

/* ------------------------------------------------------------------ a thread */

/* A thread without a name is called by its own address. */
static void take_name(const struct walk *w, uint32_t address, uint32_t own, char name[CORE_NAME_BYTES])
{
    size_t room = 0, n = 0;
    const uint8_t *at = w->layout->nameless ? NULL : spoor_memory_at(w->memory, address, &room);

    if (at == NULL && !w->layout->nameless) {
        at = elf_at(w->elf->file, NULL, address, &room);
    }
    for (; at != NULL && n < room && n < CORE_NAME_BYTES - 1 && at[n] >= 0x20 && at[n] != 0x7f; n++) {
        name[n] = (char)at[n];
    }
    if (n == 0) {
        n = (size_t)snprintf(name, CORE_NAME_BYTES, "0x%08" PRIx32, own);
    }
    name[n] = 0;
}

/* @return the address of the thread that a CPU runs; 0: none is known */
static uint32_t current_of(const struct walk *w, uint32_t cpu)
{
    const struct core_thread_layout *l = w->layout;
    uint32_t current = 0, running = 1;

    if (l->running != 0 && spoor_memory_words(w->memory, l->running, &running, 1) && running == 0) {
        return 0;
    }
    return spoor_memory_words(w->memory, l->cpus + (uint64_t)cpu * l->cpu_bytes + l->current, &current, 1)
               ? current
               : 0;
}

static void find_cpu(struct walk *w, struct core_thread *t)
{
    for (uint32_t n = 0; n < w->layout->cpu_count && !t->has_current; n++) {
        if (current_of(w, n) == t->address) {
            t->on_cpu = t->has_current = true;
            t->cpu = n;
            w->found |= n < CPUS_MAX ? UINT64_C(1) << n : 0;
        }
    }
}

static bool take_thread(struct walk *w, uint32_t address)
{
    const struct core_thread_layout *l = w->layout;
    struct core_thread t = {.address = address};
    uint32_t name = 0;

    if (l->has_on_cpu) {
        size_t room = 0;
        const uint8_t *on_cpu = spoor_memory_at(w->memory, (uint64_t)address + l->on_cpu, &room);

        if (on_cpu == NULL) {
            return false;
        }
        t.on_cpu = *on_cpu != 0;
    }
    if (l->has_saved) {
        uint32_t saved;

        if (!spoor_memory_words(w->memory, (uint64_t)address + l->saved, &saved, 1)) {
            return false;
        }
        t.on_cpu |= saved == 0;
    }
    if (!spoor_memory_words(w->memory, (uint64_t)address + l->sp, &t.sp, 1) ||
        (!l->name_inside && !l->nameless &&
         !spoor_memory_words(w->memory, (uint64_t)address + l->name, &name, 1))) {
        return false;
    }
    take_name(w, l->name_inside ? address + l->name : name, address, t.name);
    find_cpu(w, &t);
    w->take(w->arg, &t);
    w->threads++;
    return true;
}

static bool take_node(struct walk *w, uint32_t node)
{
    const struct core_thread_layout *l = w->layout;
    uint32_t address = node - l->owner;

    if (!l->owned) {
        return node >= l->owner && take_thread(w, address);
    }
    return spoor_memory_words(w->memory, (uint64_t)node + l->owner, &address, 1) &&
           node - address < l->thread_bytes && take_thread(w, address);
}

/* A thread that runs may be on its way from one list to another. */
static void take_running(struct walk *w)
{
    for (uint32_t n = 0; n < w->layout->cpu_count && n < CPUS_MAX; n++) {
        uint32_t address = (w->found >> n & 1) == 0 ? current_of(w, n) : 0;

        if (address != 0) {
            (void)take_thread(w, address);
        }
    }
}

/* ------------------------------------------------------------------ a list */

static bool next_of(const struct walk *w, uint32_t at, uint32_t *node)
{
    return spoor_memory_words(w->memory, at + w->layout->next, node, 1);
}

/* @return the number of nodes before one comes again, if `length` nodes come again and again */
static unsigned count_before_loop(const struct walk *w, uint32_t head, unsigned length)
{
    uint32_t slow = head, fast = head;
    unsigned n = length - 1;

    for (unsigned i = 0; i < length; i++) {
        (void)next_of(w, fast, &fast);
    }
    for (; slow != fast; n++) {
        (void)next_of(w, slow, &slow);
        (void)next_of(w, fast, &fast);
    }
    return n;
}

/*
 * Count the nodes up to the head, or up to the last one that can be reached. A broken list may come again to
 * a node other than its head: after a power of two of nodes, one is remembered (Brent's algorithm).
 */
static unsigned count_nodes(const struct walk *w, uint32_t head, bool *whole)
{
    uint32_t at = head, marker = head, node;
    unsigned n = 0, since = 0, power = 1;

    *whole = false;
    for (; n < THREADS_MAX && next_of(w, at, &node); n++, at = node) {
        if (node == (w->layout->open ? 0 : head)) {
            *whole = true;
            return n;
        }
        if (node == marker) {
            return count_before_loop(w, head, since + 1);
        }
        if (++since == power) {
            marker = node;
            power *= 2;
            since = 0;
        }
    }
    return n;
}

static void walk_list(struct walk *w, uint32_t head)
{
    bool whole = false, taken = true;
    unsigned count = count_nodes(w, head, &whole);
    uint32_t at = head, where = head, node;

    for (unsigned n = 0; n < count && next_of(w, at, &node); n++, at = node) {
        if (!take_node(w, node)) {
            where = taken ? at : where;
            taken = false;
        }
    }
    w->lists++;
    if (!whole || !taken) {
        w->where = w->broken++ == 0 ? (taken ? at : where) : w->where;
    }
}

/* ------------------------------------------------------------------ all */

static bool report_broken(const struct walk *w, const char *name, const struct spoor_report *report)
{
    if (w->lists == 1) {
        message_say(report, name,
                    "address 0x%08" PRIx32
                    ": the list of threads is broken or wasn't saved, some aren't shown",
                    w->where);
    } else {
        message_say(report, name,
                    "address 0x%08" PRIx32 ": of the %" PRIu32 " lists of threads %" PRIu32
                    " can't be followed, here first: broken or not saved; some threads aren't shown",
                    w->where, w->lists, w->broken);
    }
    return false;
}

bool core_threads_walk(const struct core_thread_layout *l, const struct spoor_elf *elf,
                       const struct spoor_memory *m, const char *name, const struct spoor_report *report,
                       core_thread_fn take, void *arg)
{
    struct walk w = {.layout = l, .elf = elf, .memory = m, .take = take, .arg = arg};
    uint32_t total = 0;
    bool counted = l->total != 0 && spoor_memory_words(m, l->total, &total, 1);

    if (counted && total == 0) {
        return true; /* the lists aren't initialized */
    }
    for (unsigned n = 0; n < CORE_LISTS; n++) {
        for (uint32_t i = 0; i < l->lists[n].count; i++) {
            walk_list(&w, l->lists[n].address + i * l->list_bytes + l->head);
        }
    }
    take_running(&w);
    if (w.broken != 0) {
        return report_broken(&w, name, report);
    }
    if (counted && total != w.threads) {
        message_say(report, name,
                    "the kernel has %" PRIu32 " threads, and %" PRIu32
                    " were found: it stopped while it moved one, which may not be shown",
                    total, w.threads);
        return false;
    }
    return true;
}
