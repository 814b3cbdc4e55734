/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a block is followed by another tells what happened between them. If the last instruction of a block
 * can't lead to the next block, an exception came between. An interrupt right after an indirect branch is
 * told by its handler's address, which is known from the vector table, or from an earlier interrupt.
 */
#include <stdlib.h>
#include <string.h>
#include <bare/calls.h>
#include <base/hash.h>
#include <base/vector.h>

#define LEVELS       32   /* of nested interrupts */
#define DEPTH_MAX    256  /* of the tree: paths that are deeper begin again at the root */
#define FRAMES_MAX   4096 /* of a stack: beyond, the outer half is forgotten */
#define CONTEXTS_MAX 1024 /* threads that are waiting */

struct frame {
    uint32_t node;
    uint64_t function, returns; /* address of the function; address that it returns to */
};

/* The calls of a thread, or of an interrupt's handler. */
struct stack {
    struct frame *frames;
    size_t depth;
    bool waits;            /* an exception interrupted it … */
    struct block *pending; /* … after this block, whose last branch has yet to be followed */
    uint64_t resumes[2];   /* … or it continues at one of these */
    uint64_t order;        /* when it was interrupted */
};

struct cpu {
    struct stack *levels[LEVELS]; /* 0: the thread */
    unsigned level;
};

struct calls {
    struct calls_node *nodes;
    uint32_t count;
    struct hash by_key, handlers;
    struct cpu *cpus;
    struct stack **contexts; /* of threads */
    size_t context_count;
    uint64_t order;
    bool failed;
};

/* ------------------------------------------------------------------ nodes */

static bool add_node(struct calls *c, struct calls_node node)
{
    if (!VECTOR_GROW(c->nodes, c->count)) {
        c->failed = true;
        return false;
    }
    c->nodes[c->count++] = node;
    return true;
}

struct wanted {
    const struct calls *c;
    struct calls_node node;
};

static bool same_node(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    const struct calls_node *n = &w->c->nodes[index];

    return n->parent == w->node.parent && n->kind == w->node.kind && n->key == w->node.key;
}

/* @return the child of a node; the root if out of memory */
static uint32_t child(struct calls *c, uint32_t parent, enum calls_kind kind, uint64_t key)
{
    parent = c->nodes[parent].depth < DEPTH_MAX ? parent : 0;
    struct wanted w = {c, {.kind = kind, .parent = parent, .depth = c->nodes[parent].depth + 1, .key = key}};
    uint64_t hash = hash_number(hash_number(kind, parent), key);
    uint32_t found = hash_find(&c->by_key, hash, same_node, &w);

    if (found != HASH_NONE) {
        return found;
    }
    if (c->failed || !hash_add(&c->by_key, hash, c->count) || !add_node(c, w.node)) {
        c->failed = true;
        return 0;
    }
    return c->count - 1;
}

/* ------------------------------------------------------------------ stacks */

static struct stack *current(const struct calls *c, unsigned cpu)
{
    return c->cpus[cpu].levels[c->cpus[cpu].level];
}

static struct frame *top(const struct stack *s)
{
    return &s->frames[s->depth - 1];
}

/* Code without a symbol is a function that begins where it was entered. */
static uint64_t function_of(const struct block *b)
{
    return b->function != 0 ? b->function : b->address;
}

static bool push(struct calls *c, struct stack *s, uint32_t node, const struct block *to, uint64_t returns)
{
    if (s->depth == FRAMES_MAX) {
        memmove(s->frames + 1, s->frames + FRAMES_MAX / 2, FRAMES_MAX / 2 * sizeof *s->frames);
        s->depth = FRAMES_MAX / 2 + 1;
    }
    if (!VECTOR_GROW(s->frames, s->depth)) {
        c->failed = true;
        return false;
    }
    s->frames[s->depth++] = (struct frame){node, function_of(to), returns};
    return true;
}

static struct stack *new_stack(struct calls *c)
{
    struct stack *s = calloc(1, sizeof *s);

    if (s == NULL || !VECTOR_GROW(s->frames, 0)) {
        free(s);
        c->failed = true;
        return NULL;
    }
    return s;
}

/* Add a thread. Of too many, the one that has waited longest is replaced. */
static struct stack *new_context(struct calls *c)
{
    struct stack *oldest = NULL;

    if (c->context_count < CONTEXTS_MAX) {
        struct stack *s = VECTOR_GROW(c->contexts, c->context_count) ? new_stack(c) : NULL;

        c->failed |= s == NULL;
        if (s != NULL) {
            c->contexts[c->context_count++] = s;
        }
        return s;
    }
    for (size_t n = 0; n < c->context_count; n++) {
        struct stack *s = c->contexts[n];

        oldest = s->waits && (oldest == NULL || s->order < oldest->order) ? s : oldest;
    }
    if (oldest != NULL) {
        oldest->depth = 0;
        oldest->waits = false;
    }
    return oldest;
}

static void call(struct calls *c, struct stack *s, struct block *from, const struct block *to,
                 uint64_t returns)
{
    uint32_t parent = top(s)->node;

    if (from->call_parent != parent || from->call_node == 0 ||
        c->nodes[from->call_node].key != function_of(to)) {
        from->call_node = child(c, parent, CALLS_FUNCTION, function_of(to));
        from->call_parent = parent;
    }
    c->nodes[from->call_node].calls++;
    (void)push(c, s, from->call_node, to, returns);
}

/* Control has moved without a call or a return, perhaps into another function: a tail call. */
static void moved(struct calls *c, struct stack *s, const struct block *to)
{
    struct frame *f = top(s);

    if (to->function == f->function || to->function == 0) {
        return;
    }
    f->function = to->function;
    f->node = child(c, c->nodes[f->node].parent, CALLS_FUNCTION, to->function);
    c->nodes[f->node].calls += to->address == to->function;
}

/* Begin a stack. */
static void begin(struct calls *c, struct stack *s, uint32_t parent, const struct block *to)
{
    uint32_t node = child(c, parent, CALLS_FUNCTION, function_of(to));

    c->nodes[node].calls++;
    s->depth = 0;
    s->waits = false;
    (void)push(c, s, node, to, 0);
}

/* ------------------------------------------------------------------ returns */

/* @return whether a frame returns to an address; the frames above it are dropped then */
static bool unwind(struct stack *s, uint64_t address)
{
    for (size_t n = s->depth; n > 1; n--) {
        if (s->frames[n - 1].returns == address) {
            s->depth = n - 1;
            return true;
        }
    }
    return false;
}

/* Another thread runs. The one before it will return from the function that switches threads. */
static void leave_thread(struct calls *c, unsigned cpu, struct stack *next)
{
    struct stack **s = &c->cpus[cpu].levels[0];

    (*s)->waits = true;
    (*s)->pending = NULL;
    (*s)->resumes[0] = (*s)->resumes[1] = top(*s)->returns;
    (*s)->order = ++c->order;
    *s = next;
}

/* A kernel that switches threads in a function returns into another thread … */
static bool switch_by_return(struct calls *c, unsigned cpu, uint64_t address)
{
    struct cpu *u = &c->cpus[cpu];

    for (size_t n = 0; n < c->context_count && u->level == 0; n++) {
        struct stack *s = c->contexts[n];

        if (s->waits && s->depth > 1 && top(s)->returns == address) {
            leave_thread(c, cpu, s);
            s->waits = false;
            s->depth--;
            return true;
        }
    }
    return false;
}

/* … or into the function that a new thread begins with. */
static void start_by_return(struct calls *c, unsigned cpu, const struct block *to)
{
    struct stack *s = c->cpus[cpu].level == 0 ? new_context(c) : NULL;

    if (s != NULL) {
        leave_thread(c, cpu, s);
        begin(c, s, 0, to);
    }
}

static void returned(struct calls *c, unsigned cpu, const struct block *from, const struct block *to)
{
    struct stack *s = current(c, cpu);

    if (s->depth > 1 && top(s)->returns == to->address) {
        s->depth--;
    } else if (to->address != from->next && !unwind(s, to->address) &&
               !switch_by_return(c, cpu, to->address) && to->address == to->function) {
        start_by_return(c, cpu, to);
    }
    moved(c, current(c, cpu), to);
}

/* ------------------------------------------------------------------ exceptions */

/* @return whether the last instruction of a block can lead to an address: 2: surely, 1: perhaps, 0: no */
static int leads(const struct stack *s, const struct block *from, uint64_t address)
{
    if (address == from->next) {
        return 2; /* the instruction may be conditional */
    }
    switch (from->end.kind) {
    case ENDING_NEXT:
        return 0;
    case ENDING_JUMP:
    case ENDING_CONDITIONAL:
    case ENDING_CALL:
        return address == from->end.target ? 2 : 0;
    case ENDING_RETURN:
        return s->depth > 1 && top(s)->returns == address ? 2 : 1;
    default:
        return 1;
    }
}

static int matches(const struct stack *s, uint64_t address)
{
    if (!s->waits) {
        return 0;
    }
    if (s->pending != NULL) {
        return leads(s, s->pending, address);
    }
    return s->resumes[0] == address || s->resumes[1] == address ? 2 : 0;
}

/* @return the thread that continues at an address, or NULL: a new one */
static struct stack *find_thread(const struct calls *c, struct stack *was, uint64_t address)
{
    struct stack *found = NULL;
    int match = matches(was, address);

    for (size_t n = 0; match < 2 && n < c->context_count; n++) {
        struct stack *s = c->contexts[n];

        if (matches(s, address) == 2 && (found == NULL || s->order > found->order)) {
            found = s;
        }
    }
    return found != NULL ? found : match != 0 ? was : NULL;
}

static void follow(struct calls *c, unsigned cpu, struct block *from, struct block *to);

static void resume(struct calls *c, unsigned cpu, struct block *to)
{
    struct cpu *u = &c->cpus[cpu];

    u->level -= u->level != 0;
    struct stack *s = u->levels[u->level];

    if (u->level == 0) {
        s = find_thread(c, s, to->address);
        if (s == NULL) {
            s = new_context(c);
            if (s == NULL) {
                return;
            }
            u->levels[0]->waits = true;
            begin(c, s, 0, to);
        }
        u->levels[0] = s;
    }
    struct block *pending = s->waits ? s->pending : NULL;

    s->waits = false;
    if (pending != NULL && leads(s, pending, to->address) != 0) {
        follow(c, cpu, pending, to);
    } else {
        moved(c, s, to);
    }
}

static void exception(struct calls *c, unsigned cpu, struct block *from, unsigned done, struct block *to)
{
    struct cpu *u = &c->cpus[cpu];
    struct stack *s = u->levels[u->level];
    bool whole = done == from->n;

    s->waits = true;
    s->pending = whole ? from : NULL;
    s->resumes[0] = block_at(from, done != 0 ? done - 1 : 0); /* the instruction that faulted … */
    s->resumes[1] = block_at(from, done);                     /* … or an interrupt before the next one */
    s->order = ++c->order;
    if (hash_find_key(&c->handlers, to->address) == HASH_NONE) {
        calls_add_handler(c, to->address);
    }
    if (u->level + 1 < LEVELS) {
        u->level++;
    }
    if (u->levels[u->level] == NULL && (u->levels[u->level] = new_stack(c)) == NULL) {
        u->level--;
        return;
    }
    uint32_t node = child(c, 0, CALLS_INTERRUPT, u->level);

    c->nodes[node].calls++;
    begin(c, u->levels[u->level], node, to);
}

/* ------------------------------------------------------------------ from block to block */

static void follow(struct calls *c, unsigned cpu, struct block *from, struct block *to)
{
    struct stack *s = current(c, cpu);
    bool passed = to->address == from->next;

    switch (from->end.kind) {
    case ENDING_CALL:
    case ENDING_INDIRECT_CALL:
        if (passed) {
            moved(c, s, to);
        } else {
            call(c, s, from, to, from->next);
        }
        return;
    case ENDING_RETURN:
        if (c->cpus[cpu].level != 0 && s->depth == 1 && !passed) {
            resume(c, cpu, to);
        } else {
            returned(c, cpu, from, to);
        }
        return;
    case ENDING_EXCEPTION:
        resume(c, cpu, to);
        return;
    case ENDING_INDIRECT:
        if (to->function != top(s)->function && s->depth > 1 && top(s)->returns == to->address) {
            s->depth--;
        }
        moved(c, s, to);
        return;
    case ENDING_CONDITIONAL:
        if (to->address == from->end.target) {
            from->taken++;
        } else {
            from->not_taken++;
        }
        moved(c, s, to);
        return;
    default:
        moved(c, s, to);
    }
}

static bool is_handler(const struct calls *c, const struct block *from, const struct block *to)
{
    bool direct = from->end.kind == ENDING_JUMP || from->end.kind == ENDING_CONDITIONAL ||
                  from->end.kind == ENDING_CALL || from->end.kind == ENDING_NEXT;

    return !direct && hash_find_key(&c->handlers, to->address) != HASH_NONE;
}

void calls_enter(struct calls *c, unsigned cpu, struct block *from, unsigned done, struct block *to)
{
    struct cpu *u = &c->cpus[cpu];
    struct stack *s = u->levels[u->level];

    if (from == NULL || s == NULL) {
        s = new_context(c);
        u->levels[0] = s;
        if (s != NULL) {
            begin(c, s, 0, to);
        }
        return;
    }
    if (done < from->n) {
        if (to->address == block_at(from, done)) {
            moved(c, s, to); /* QEMU continues after an access to a device in a new block */
        } else {
            exception(c, cpu, from, done, to);
        }
    } else if (is_handler(c, from, to)) {
        bool chained = u->level != 0 && (from->end.kind == ENDING_EXCEPTION ||
                                         (from->end.kind == ENDING_RETURN && s->depth == 1));

        if (chained) { /* a handler follows another: what was interrupted first still waits */
            u->level--;
            s = u->levels[u->level];
            struct block *pending = s->pending;
            uint64_t resumes[2] = {s->resumes[0], s->resumes[1]};

            exception(c, cpu, from, done, to);
            s->pending = pending;
            memcpy(s->resumes, resumes, sizeof resumes);
        } else {
            exception(c, cpu, from, done, to);
        }
    } else if (leads(s, from, to->address) != 0) {
        follow(c, cpu, from, to);
    } else {
        exception(c, cpu, from, done, to);
    }
}

void calls_count(struct calls *c, unsigned cpu, unsigned instructions)
{
    struct stack *s = current(c, cpu);

    c->nodes[s != NULL ? top(s)->node : 0].self += instructions;
}

/* ------------------------------------------------------------------ beginning and end */

struct calls *calls_open(unsigned cpus)
{
    struct calls *c = calloc(1, sizeof *c);

    if (c == NULL) {
        return NULL;
    }
    c->cpus = calloc(cpus, sizeof *c->cpus);
    if (c->cpus == NULL || !add_node(c, (struct calls_node){.kind = CALLS_ROOT})) {
        free(c->cpus);
        free(c);
        return NULL;
    }
    return c;
}

void calls_add_handler(struct calls *c, uint64_t address)
{
    if (hash_find_key(&c->handlers, address) == HASH_NONE && !hash_add(&c->handlers, address, 0)) {
        c->failed = true;
    }
}

const struct calls_node *calls_nodes(const struct calls *c, uint32_t *count)
{
    *count = c->count;
    return c->nodes;
}

bool calls_failed(const struct calls *c)
{
    return c->failed;
}
