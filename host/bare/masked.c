/* SPDX-License-Identifier: BSD-2-Clause */
/* The state of the masks of each CPU, and the values that threads have saved. */
#include <base/vector.h>
#include <bare/masked_priv.h>

/* ------------------------------------------------------------------ saved values */

static struct context *context_of(struct masked *m, uint64_t key)
{
    uint32_t n = hash_find_key(&m->by_context, key);

    if (n == HASH_NONE) {
        n = (uint32_t)m->context_count;
        if (!VECTOR_GROW(m->contexts, m->context_count) || !hash_add(&m->by_context, key, n)) {
            m->failed = true;
            return NULL;
        }
        m->contexts[m->context_count++] = (struct context){.count = 0};
    }
    return &m->contexts[n];
}

static void forget(struct context *c, unsigned n)
{
    c->count--;
    memmove(&c->saves[n], &c->saves[n + 1], (c->count - n) * sizeof c->saves[0]);
}

/* Values of functions that have returned are lost, unless other functions restore them. */
static void forget_returned(struct context *c, const struct calls_here *here)
{
    for (unsigned n = c->count; n-- > 0;) {
        const struct save *s = &c->saves[n];

        if (!s->is_helper &&
            (s->depth > here->depth || (s->depth == here->depth && s->returns != here->returns))) {
            forget(c, n);
        }
    }
}

static void push(struct context *c, struct save s)
{
    for (unsigned n = c->count; !s.is_helper && n-- > 0;) {
        if (c->saves[n].at == s.at && c->saves[n].depth == s.depth) {
            forget(c, n); /* a loop reads it again */
        }
    }
    if (c->count == SAVES_MAX) {
        forget(c, 0);
    }
    c->saves[c->count++] = s;
}

/* @return the value that the running function has read last, into this register if there is one; or NULL */
static const struct save *find_own(const struct context *c, uint8_t mask, const struct calls_here *here,
                                   uint8_t source)
{
    const struct save *found = NULL;

    for (unsigned n = c->count; n-- > 0;) {
        const struct save *s = &c->saves[n];

        if (!s->is_helper && (s->mask & mask) != 0 && s->depth == here->depth &&
            (found == NULL || (s->to == source && found->to != source))) {
            found = s;
        }
    }
    return found;
}

/* Take the last value that a function has left to others to restore. @param any  of any function */
static bool pop(struct context *c, uint8_t mask, bool any, uint8_t *set)
{
    for (unsigned n = c->count; n-- > 0;) {
        const struct save *s = &c->saves[n];

        if ((s->mask & mask) != 0 && (any || s->is_helper)) {
            *set = s->set & mask;
            forget(c, n);
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ instructions */

/* Where control is, and the instructions of the CPU up to there. */
struct moment {
    uint64_t address, returns, instructions;
};

static void set_masks(struct masked *m, unsigned cpu, uint8_t set, const struct moment *at)
{
    struct cpu *u = &m->cpus[cpu];

    if (set != 0 && u->set == 0) {
        u->section = (struct section){true, at->address, at->returns, at->instructions};
    } else if (set == 0 && u->section.open) {
        u->section.open = false;
        masked_add_section(m, &u->section, at->address, at->instructions - u->section.from);
    }
    u->set = set;
}

/* A mask has an unknown value. It is taken as unset, and a section that may have ended isn't counted. */
static void lose(struct masked *m, unsigned cpu, uint8_t mask, uint64_t address)
{
    struct cpu *u = &m->cpus[cpu];

    u->set &= (uint8_t)~mask;
    u->section.open &= u->set != 0;
    masked_add_unknown(m, address);
}

/* Get the first `n` instructions of a block that ran. @return false if they aren't in the file */
static bool code_of(const struct masked *m, const struct block *block, unsigned n, struct block_code *code)
{
    const struct program_function *f = program_before(m->program, block->address);
    uint64_t size, begin = f != NULL ? block->address - f->address : 0;
    const uint8_t *bytes = program_code(m->program, block->address, &size);

    if (bytes == NULL || begin + (block->next - block->address) > size) {
        return false;
    }
    for (code->n = 0; code->n < n; code->n++) {
        const uint8_t *at = bytes + begin + block->offsets[code->n];

        code->bytes[code->n] = at;
        code->sizes[code->n] = (uint8_t)ending_size(block->isa, at);
    }
    return true;
}

/* @return what the block that ran before tells of a register at the begin of a block */
static struct value value_from(const struct masked *m, const struct before *before, const struct block *block,
                               unsigned reg)
{
    static struct block_code code;
    const struct block *b = before->block;

    if (b == NULL || reg == MASKING_CONDITIONAL) {
        return (struct value){0, 0};
    }
    if (before->done == b->n && b->zero == (int)reg && b->end.target != b->next &&
        block->address == (b->zero_if_taken ? b->end.target : b->next)) {
        return (struct value){UINT64_MAX, 0};
    }
    return code_of(m, b, before->done, &code) ? value_before(b->isa, &code, before->done, reg)
                                              : (struct value){0, 0};
}

/* An instruction depends on a register's value, which may be one that was saved. */
static void restore(struct masked *m, unsigned cpu, struct context *c, const struct masking *what,
                    const struct moment *at, const struct calls_here *here)
{
    struct cpu *u = &m->cpus[cpu];
    const struct save *own = find_own(c, what->mask, here, what->source);
    uint8_t set = own != NULL ? own->set & what->mask : 0;

    if (what->source != MASKING_CONDITIONAL && (own != NULL || pop(c, what->mask, false, &set))) {
        bool ignored = what->kind == MASKING_SET_BY ? set == 0 : what->kind == MASKING_CLEAR_BY && set != 0;

        set |= u->set & (uint8_t)~what->mask;
        set_masks(m, cpu, ignored ? u->set : set, at);
    } else if (here->level != 0 && m->is_m) {
        u->deferred = (struct deferred){u->deferred.mask | what->mask, at->address, at->instructions};
    } else if (here->level != 0) {
        set_masks(m, cpu, u->set | what->mask, at); /* the state that the handler began with */
    } else if (u->set == 0 || u->section.open) {
        lose(m, cpu, what->mask, at->address);
    } /* else a thread begins: masked by the hardware until the return from the exception */
}

static void apply(struct masked *m, unsigned cpu, const struct block *block, const struct masking_at *masking,
                  const struct calls_here *here)
{
    struct cpu *u = &m->cpus[cpu];
    struct context *c = context_of(m, here->context);
    struct masking resolved = masking->what, *what = &resolved;
    struct moment at = {block_at(block, masking->n), here->returns, u->instructions + masking->n + 1};

    if (c == NULL) {
        return;
    }
    forget_returned(c, here);
    if (what->reads) {
        c->read = (struct read){u->set, what->mask, what->to, at.address, at.returns};
    }
    if (masking->untouched && masked_depends(what)) {
        masked_decide(what, value_from(m, &u->before, block, what->source));
    }
    if (what->kind == MASKING_NONE) {
        return;
    }
    if (what->kind == MASKING_SET) {
        const struct read *r = &c->read;

        if (r->at != 0 && r->returns == here->returns && (r->mask & what->mask) != 0) {
            push(c,
                 (struct save){r->set, r->mask, r->to, masking->is_helper, r->at, r->returns, here->depth});
        }
        set_masks(m, cpu, u->set | what->mask, &at);
    } else if (what->kind == MASKING_CLEAR) {
        set_masks(m, cpu, u->set & (uint8_t)~what->mask, &at);
    } else {
        restore(m, cpu, c, what, &at, here);
    }
    c->read.at = 0;
}

void masked_ran(struct masked *m, unsigned cpu, const struct block *block, unsigned done)
{
    if (block->masking_count != 0) {
        struct calls_here here = calls_here(m->calls, cpu);

        for (unsigned n = 0; n < block->masking_count && block->masking[n].n < done; n++) {
            apply(m, cpu, block, &block->masking[n], &here);
        }
    }
    m->cpus[cpu].instructions += done;
    m->cpus[cpu].before = (struct before){block, done};
}

/* ------------------------------------------------------------------ exceptions */

/* Arm's M-profile: the masks belong to the CPU, and only PRIMASK forbids all handlers but two. */
static void take_m(struct masked *m, unsigned cpu, uint64_t handler)
{
    struct cpu *u = &m->cpus[cpu];

    if ((u->set & MASK_PRIMASK) != 0 && handler != m->vectors.nmi && handler != m->vectors.hard_fault) {
        lose(m, cpu, MASK_PRIMASK, u->section.begun);
    }
}

static void continue_m(struct masked *m, unsigned cpu, const struct calls_here *here, uint64_t address)
{
    struct cpu *u = &m->cpus[cpu];
    struct deferred *d = &u->deferred;
    struct context *c = context_of(m, here->context);
    uint8_t to = u->set & (uint8_t)~MASK_FAULTMASK, set;

    for (unsigned mask = 1; mask < MASK_IRQ && c != NULL; mask <<= 1) {
        if ((d->mask & mask) != 0) {
            bool is_set = pop(c, (uint8_t)mask, true, &set) && set != 0;

            to = (uint8_t)(is_set ? to | mask : to & ~mask);
        }
    }
    set_masks(m, cpu, to,
              d->mask != 0 ? &(struct moment){d->at, 0, d->instructions}
                           : &(struct moment){address, 0, u->instructions});
    d->mask = 0;
}

/* Other architectures mask interrupts when they take an exception … */
static void take(struct masked *m, unsigned cpu, uint64_t interrupted)
{
    struct cpu *u = &m->cpus[cpu];
    struct context *c = context_of(m, interrupted);

    if (c != NULL) {
        c->set = u->set;
        c->section = u->section;
    }
    u->set = MASK_IRQ;
}

/* … and return from it to the state of the thread, which is unmasked if it is new. A section that began
 * before the exception goes on if nothing has unmasked interrupts since. */
static void continue_thread(struct masked *m, unsigned cpu, const struct calls_here *here, uint64_t address)
{
    struct cpu *u = &m->cpus[cpu];
    struct context *c = context_of(m, here->context);

    if (c == NULL || c->set == 0) {
        set_masks(m, cpu, 0, &(struct moment){address, 0, u->instructions});
        return;
    }
    if (!u->section.open && c->section.open) {
        u->section = c->section;
        u->section.from = u->instructions;
    }
    u->set = c->set;
    c->set = 0;
}

void masked_exception(struct masked *m, unsigned cpu, unsigned events, const struct block *from,
                      const struct block *to)
{
    struct calls_here here = calls_here(m->calls, cpu);
    struct cpu *u = &m->cpus[cpu];
    uint64_t address = block_at(from, from->n - 1);

    if (events == CALLS_ENDED) {
        const struct context *c = context_of(m, here.context);

        u->before = c != NULL ? c->before : (struct before){NULL, 0};
    } else {
        struct context *interrupted = context_of(m, here.interrupted), *handler;

        if (interrupted != NULL && events == CALLS_TAKEN) {
            interrupted->before = u->before;
        }
        handler = context_of(m, here.context);

        if (handler != NULL) {
            handler->count = 0;
            handler->read.at = 0;
        }
    }
    if (events == CALLS_ENDED) {
        (m->is_m ? continue_m : continue_thread)(m, cpu, &here, address);
    } else if (m->is_m) {
        take_m(m, cpu, to->address);
    } else if (events == CALLS_TAKEN) {
        take(m, cpu, here.interrupted);
    } else {
        u->set = MASK_IRQ; /* a handler follows another */
    }
}

/* ------------------------------------------------------------------ beginning and end */

struct masked *masked_open(const struct program *program, const struct calls *calls, unsigned cpus,
                           const struct vectors *vectors)
{
    struct masked *m = calloc(1, sizeof *m);

    if (m == NULL) {
        return NULL;
    }
    m->program = program;
    m->calls = calls;
    m->cpu_count = cpus;
    m->is_m = vectors->found;
    m->vectors = *vectors;
    m->cpus = calloc(cpus, sizeof *m->cpus);
    for (unsigned n = 0; m->cpus != NULL && n < cpus && !m->is_m; n++) {
        m->cpus[n].set = MASK_IRQ;
    }
    if (m->cpus == NULL) {
        free(m);
        return NULL;
    }
    return m;
}

void masked_end(struct masked *m)
{
    for (unsigned n = 0; n < m->cpu_count; n++) {
        const struct cpu *u = &m->cpus[n];

        if (u->section.open) {
            masked_add_section(m, &u->section, 0, u->instructions - u->section.from);
        }
    }
}

bool masked_failed(const struct masked *m)
{
    return m->failed;
}
