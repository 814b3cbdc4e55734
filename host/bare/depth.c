/* SPDX-License-Identifier: BSD-2-Clause */
#include <bare/depth.h>
#include <bare/sp.h>
#include <bare/threads.h>
#include <base/hash.h>
#include <base/sort.h>
#include <base/vector.h>
#include <elf/objects.h>

#define FRAME_BYTES 32 /* of an exception, without registers of the FPU: ARMv7-M ARM, B1.5.6 */
#define FRAME_ALIGN 8
/* If the thread isn't known, stores that are farther apart are on different stacks … */
#define NEAR_BYTES 256
#define CALL_BYTES 4096 /* … unless no exception came between: the frame of one call */

/* A stack, or one of several in the same variable. */
struct area {
    struct depth_stack stack;
    uint64_t begin, end; /* of the variable, or of the space between two */
    bool is_variable;
};

/* An instruction of a block that changes the stack pointer, or stores by it. */
struct sp_at {
    struct depth *depth;
    unsigned n;
    int32_t offset; /* of the stack pointer after it, from its value at the block's begin */
    bool known;     /* the offset is known */
    bool pushes;    /* it stores from the new stack pointer on */
};

struct pointer {
    bool known;
    uint64_t value; /* at the begin of the block */
};

struct cpu {
    struct pointer sp, main; /* main: that of handlers, while no handler runs */
    struct recent {
        struct area *area;
        uint64_t thread;
        bool fresh; /* no exception came since */
    } recent[2];    /* of the last store by a thread, and by a handler */
};

struct depth {
    const struct program *program;
    const struct calls *calls;
    const struct threads *threads;
    struct objects objects;
    struct cpu *cpus;
    bool is_m, failed;
    struct hash by_context;
    struct area **areas; /* CPUs keep pointers */
    size_t area_count;
    struct pointer *saved; /* by context: where an exception interrupted it */
    size_t saved_count;
    struct depth_stack *stacks;
};

/* ------------------------------------------------------------------ areas */

static struct area *add_area(struct depth *d, struct area a)
{
    struct area *made = VECTOR_GROW(d->areas, d->area_count) ? malloc(sizeof *made) : NULL;

    if (made == NULL) {
        d->failed = true;
        return NULL;
    }
    *made = a;
    d->areas[d->area_count++] = made;
    return made;
}

/* @return how far an address is from the bytes that were used of a stack */
static uint64_t distance(const struct area *a, uint64_t address)
{
    return address < a->stack.lowest    ? a->stack.lowest - address
           : address > a->stack.highest ? address - a->stack.highest
                                        : 0;
}

/* @return the stack of a thread, or the one that is near; added if there is none */
static struct area *find_area(struct depth *d, uint64_t address, uint64_t thread, unsigned level)
{
    const struct object *o = objects_at(d->objects.list, d->objects.count, address);
    struct area a = {{0, 0, address, address, thread}, 0, 0, o != NULL}, *found = NULL;

    if (o != NULL) {
        a.begin = o->address;
        a.end = o->address + o->size;
    } else {
        objects_gap(d->objects.list, d->objects.count, address, &a.begin, &a.end);
    }
    for (size_t n = 0; n < d->area_count; n++) {
        struct area *other = d->areas[n];

        if (other->begin != a.begin || (level == 0 && other->stack.thread != thread)) {
            continue;
        }
        if (thread != 0 || (distance(other, address) <= NEAR_BYTES &&
                            (found == NULL || distance(other, address) < distance(found, address)))) {
            found = other;
        }
    }
    return found != NULL ? found : add_area(d, a);
}

/* @param level  of interrupts: handlers use a stack of their own, or that of any thread */
static void store(struct depth *d, unsigned cpu, unsigned level, uint64_t address, uint64_t bytes)
{
    struct recent *u = &d->cpus[cpu].recent[level != 0];
    uint64_t thread = level == 0 ? threads_current(d->threads, cpu) : 0;
    struct area *a = u->area;

    if (a == NULL || u->thread != thread || address < a->begin || address >= a->end ||
        (thread == 0 && distance(a, address) > (u->fresh && address < a->stack.lowest ? CALL_BYTES : 0))) {
        a = find_area(d, address, thread, level);
        *u = (struct recent){a, thread, false};
    }
    u->fresh = true;
    if (a == NULL) {
        return;
    }
    a->stack.lowest = address < a->stack.lowest ? address : a->stack.lowest;
    a->stack.highest = address + bytes > a->stack.highest ? address + bytes : a->stack.highest;
}

/* ------------------------------------------------------------------ translation */

/* Registers that hold the stack pointer of threads, at an address of a function. A write of them isn't
 * noticed: code that reads this pointer saves registers by it. */
static uint32_t find_psp(const struct depth *d, const struct block *block)
{
    uint64_t size, from;
    const uint8_t *bytes = program_code(d->program, block->address, &size);
    uint32_t registers = 0;

    if (bytes == NULL || !d->is_m) {
        return 0;
    }
    from = program_before(d->program, block->address)->address;
    size = size < block->address - from ? size : block->address - from;
    for (uint64_t at = 0; at + 4 <= size; at += ending_size(block->isa, bytes + at)) {
        int reg = sp_reads_psp(bytes + at, ending_size(block->isa, bytes + at));

        registers |= reg >= 0 ? UINT32_C(1) << reg : 0;
    }
    return registers;
}

static void on_store(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *userdata)
{
    const struct sp_at *at = userdata;
    struct depth *d = at->depth;
    struct cpu *u = &d->cpus[cpu];

    if (!qemu_plugin_mem_is_store(info)) {
        return; /* QEMU 7.2 also reports loads */
    }
    store(d, cpu, calls_level(d->calls, cpu), address, UINT64_C(1) << qemu_plugin_mem_size_shift(info));
    if (!at->known || !at->pushes) {
        return;
    }
    /* A push stores from the new stack pointer on, upwards. */
    uint64_t value = address - (uint64_t)(int64_t)at->offset;

    if (!u->sp.known || value < u->sp.value) {
        u->sp = (struct pointer){true, value};
    }
}

void depth_translate(struct depth *d, struct block *block, const struct block_code *code,
                     struct qemu_plugin_tb *tb)
{
    uint32_t psp = find_psp(d, block);
    bool known = true;
    int32_t offset = 0;

    if (block->sp == NULL) {
        block->sp = calloc(code->n, sizeof *block->sp);
    }
    if (block->sp == NULL) {
        d->failed = true;
        return;
    }
    for (unsigned n = 0; n < code->n; n++) {
        struct sp_at *at = &block->sp[n];
        bool accesses = sp_accesses(block->isa, code->bytes[n], code->sizes[n]);

        if (d->is_m) {
            struct sp_change c = sp_change_of(code->bytes[n], code->sizes[n]);
            int reg = sp_reads_psp(code->bytes[n], code->sizes[n]),
                by = sp_saves_by(code->bytes[n], code->sizes[n]);

            known = known && !c.lost;
            offset += c.change;
            accesses = accesses || (by >= 0 && (psp >> by & 1) != 0);
            psp |= reg >= 0 ? UINT32_C(1) << reg : 0;
            *at = (struct sp_at){d, n, offset, known, c.pushes};
        } else {
            *at = (struct sp_at){.depth = d};
        }
        if (accesses) {
            qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, n), on_store, QEMU_PLUGIN_CB_NO_REGS,
                                             QEMU_PLUGIN_MEM_W, at);
        }
    }
}

/* ------------------------------------------------------------------ Arm's M-profile */

void depth_ran(struct depth *d, unsigned cpu, const struct block *block, unsigned done)
{
    struct pointer *sp = &d->cpus[cpu].sp;

    if (d->is_m && done != 0) {
        sp->known = sp->known && block->sp[done - 1].known;
        sp->value += (uint64_t)(int64_t)block->sp[done - 1].offset;
    }
}

static struct pointer *saved_of(struct depth *d, uint64_t context)
{
    uint32_t n = hash_find_key(&d->by_context, context);

    if (n == HASH_NONE) {
        n = (uint32_t)d->saved_count;
        if (!VECTOR_GROW(d->saved, d->saved_count) || !hash_add(&d->by_context, context, n)) {
            d->failed = true;
            return NULL;
        }
        d->saved[d->saved_count++] = (struct pointer){false, 0};
    }
    return &d->saved[n];
}

/* A handler begins with the frame of what it interrupts, or on a stack of its own if that is a thread. */
static void take(struct depth *d, unsigned cpu, const struct calls_here *here)
{
    struct cpu *u = &d->cpus[cpu];
    struct pointer *saved = saved_of(d, here->interrupted);
    uint64_t frame = (u->sp.value - FRAME_BYTES) & ~(uint64_t)(FRAME_ALIGN - 1);

    if (u->sp.known) {
        store(d, cpu, here->level - 1, frame, FRAME_BYTES);
    }
    if (saved != NULL) {
        *saved = u->sp;
    }
    u->sp.value = frame;
    if (here->level == 1) {
        u->sp = u->main;
    }
}

void depth_exception(struct depth *d, unsigned cpu, unsigned events)
{
    struct cpu *u = &d->cpus[cpu];
    struct calls_here here = calls_here(d->calls, cpu);

    u->recent[0].fresh = u->recent[1].fresh = false;
    if (!d->is_m) {
        return;
    }
    if (events == CALLS_TAKEN) {
        take(d, cpu, &here);
        return;
    }
    if (here.level == 0 && u->sp.known) {
        u->main = u->sp;
    }
    if (events == CALLS_ENDED) {
        struct pointer *saved = saved_of(d, here.context);

        if (saved != NULL) {
            u->sp = *saved;
            saved->known = false;
        }
    }
}

/* ------------------------------------------------------------------ beginning and end */

struct depth *depth_open(const struct program *program, const struct calls *calls,
                         const struct threads *threads, unsigned cpus, bool is_m)
{
    struct depth *d = calloc(1, sizeof *d);

    if (d == NULL) {
        return NULL;
    }
    d->program = program;
    d->calls = calls;
    d->threads = threads;
    d->is_m = is_m;
    d->cpus = calloc(cpus, sizeof *d->cpus);
    if (d->cpus == NULL || !objects_read(&d->objects, program)) {
        objects_free(&d->objects);
        free(d->cpus);
        free(d);
        return NULL;
    }
    return d;
}

static int by_address(const void *x, const void *y)
{
    const struct depth_stack *a = x, *b = y;

    if (a->lowest != b->lowest) {
        return a->lowest < b->lowest ? -1 : 1;
    }
    return (a->thread > b->thread) - (a->thread < b->thread);
}

#define SEVERAL UINT64_MAX

/* @return the thread of a stack that both use; handlers, and code that runs before the kernel, have none */
static uint64_t both(uint64_t a, uint64_t b)
{
    return a == b || b == 0 ? a : a == 0 ? b : SEVERAL;
}

/* @return whether an address is in a variable that has no thread's stack but this one */
static bool is_whole(const struct depth *d, uint64_t address, uint64_t thread)
{
    for (size_t n = 0; n < d->area_count; n++) {
        const struct area *a = d->areas[n];

        if (address >= a->begin && address < a->end &&
            (!a->is_variable || (a->stack.thread != 0 && a->stack.thread != thread))) {
            return false;
        }
    }
    return true;
}

/* Threads whose stores overlap share a stack. @return the number of stacks */
static size_t merge(const struct depth *d, struct depth_stack *s, size_t count)
{
    size_t kept = 0;

    sort_stable(s, count, sizeof *s, by_address);
    for (size_t n = 0; n < count; n++) {
        struct depth_stack *last = kept != 0 ? &s[kept - 1] : NULL;
        const struct object *o = objects_at(d->objects.list, d->objects.count, s[n].lowest);
        bool same = last != NULL && o != NULL && last->lowest >= o->address &&
                    is_whole(d, s[n].lowest, s[n].thread != 0 ? s[n].thread : last->thread);

        if (same || (last != NULL && s[n].lowest <= last->highest)) {
            last->thread = both(last->thread, s[n].thread);
            last->highest = s[n].highest > last->highest ? s[n].highest : last->highest;
        } else {
            s[kept++] = s[n];
        }
    }
    return kept;
}

const struct depth_stack *depth_stacks(struct depth *d, size_t *count)
{
    struct depth_stack *s = malloc((d->area_count + 1) * sizeof *s);

    *count = 0;
    if (s == NULL) {
        d->failed = true;
        return NULL;
    }
    for (size_t n = 0; n < d->area_count; n++) {
        s[n] = d->areas[n]->stack;
    }
    *count = d->area_count != 0 ? merge(d, s, d->area_count) : 0;
    for (size_t n = 0; n < *count; n++) {
        const struct object *o = objects_at(d->objects.list, d->objects.count, s[n].lowest);
        bool is_shared = o != NULL && ((n != 0 && s[n - 1].lowest >= o->address) ||
                                       (n + 1 < *count && s[n + 1].lowest < o->address + o->size));

        s[n].thread = s[n].thread != SEVERAL ? s[n].thread : 0;
        if (o != NULL && !is_shared) {
            s[n].begin = o->address;
            s[n].end = o->address + o->size;
        }
    }
    free(d->stacks);
    d->stacks = s;
    return s;
}

bool depth_failed(const struct depth *d)
{
    return d->failed;
}
