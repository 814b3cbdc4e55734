/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks by address and contents. */
#include <stdlib.h>
#include <string.h>
#include <bare/block.h>
#include <bare/trap.h>
#include <base/hash.h>
#include <base/vector.h>
#include <elf/format.h>
#include <elf/mapping.h>

struct blocks {
    const struct program *program;
    struct mapping mapping;
    struct block **list; /* QEMU keeps pointers to blocks and counters: they don't move */
    size_t count;
    struct hash by_hash;
};

struct blocks *blocks_open(const struct program *program)
{
    struct blocks *b = calloc(1, sizeof *b);

    if (b == NULL || !mapping_read(&b->mapping, program)) {
        free(b);
        return NULL;
    }
    b->program = program;
    return b;
}

struct block *blocks_nth(const struct blocks *b, size_t n)
{
    return n < b->count ? b->list[n] : NULL;
}

/* ------------------------------------------------------------------ which instruction set? */

/* All wide instructions of Thumb begin with a halfword from 0xe800 on. */
static bool looks_like_thumb(const struct block_code *code)
{
    for (unsigned n = 0; n < code->n; n++) {
        if (code->sizes[n] == 2) {
            return true;
        }
        if (code->bytes[n][1] < 0xe8) {
            return false;
        }
    }
    return true;
}

static enum ending_isa isa_of(const struct blocks *b, const struct block_code *code,
                              const struct program_function *f)
{
    switch (b->program->machine) {
    case EM_AARCH64:
        return ENDING_A64;
    case EM_RISCV:
        return b->program->bits == 64 ? ENDING_RV64 : ENDING_RV32;
    default:
        break;
    }
    switch (mapping_at(&b->mapping, code->address)) {
    case MAPPING_A32:
        return ENDING_ARM;
    case MAPPING_T32:
        return ENDING_THUMB;
    default:
        return (f != NULL && f->thumb) || looks_like_thumb(code) ? ENDING_THUMB : ENDING_ARM;
    }
}

/* ------------------------------------------------------------------ blocks */

struct wanted {
    const struct blocks *b;
    const struct block_code *code;
    uint64_t hash;
};

static bool same(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    const struct block *b = w->b->list[index];

    return b->hash == w->hash && b->address == w->code->address && b->n == w->code->n;
}

static const struct program_function *function_at(const struct program *p, uint64_t address)
{
    const struct program_function *f = program_before(p, address);

    return f != NULL && (f->size == 0 || address - f->address < f->size) ? f : NULL;
}

static void choose_counted(struct block *b, const struct block_code *code)
{
    b->counted[0] = true;
    for (unsigned n = 1; n < b->n; n++) {
        const uint8_t *before = code->bytes[n - 1];

        b->counted[n] = trap_possible(b->isa, before, ending_size(b->isa, before));
        b->last = b->counted[n] ? n : b->last;
    }
}

static struct block *make(const struct blocks *b, const struct block_code *code, uint64_t hash)
{
    struct block *made = calloc(1, sizeof *made);
    const struct program_function *f = function_at(b->program, code->address);
    unsigned last = code->n - 1;

    if (made == NULL) {
        return NULL;
    }
    enum ending_isa isa = isa_of(b, code, f);
    uint64_t at = code->address + code->offsets[last];
    unsigned size = ending_size(isa, code->bytes[last]);

    made->address = code->address;
    made->isa = isa;
    made->n = code->n;
    made->next = at + size;
    made->function = f != NULL ? f->address : 0;
    made->hash = hash;
    made->end = ending_of(isa, code->bytes[last], size, at);
    made->counts = calloc(code->n, sizeof *made->counts);
    made->counted = calloc(code->n, sizeof *made->counted);
    made->offsets = malloc(code->n * sizeof *made->offsets);
    if (made->counts == NULL || made->counted == NULL || made->offsets == NULL) {
        free(made->counts);
        free(made->counted);
        free(made->offsets);
        free(made);
        return NULL;
    }
    memcpy(made->offsets, code->offsets, code->n * sizeof *made->offsets);
    choose_counted(made, code);
    return made;
}

struct block *blocks_get(struct blocks *b, const struct block_code *code)
{
    uint64_t hash = hash_number(hash_number(1, code->address), code->n);

    for (unsigned n = 0; n < code->n; n++) {
        hash = hash_bytes(hash, code->bytes[n], code->sizes[n]);
    }
    struct wanted w = {b, code, hash};
    uint32_t found = hash_find(&b->by_hash, hash, same, &w);

    if (found != HASH_NONE) {
        return b->list[found];
    }
    struct block *made = VECTOR_GROW(b->list, b->count) ? make(b, code, hash) : NULL;

    if (made == NULL || !hash_add(&b->by_hash, hash, (uint32_t)b->count)) {
        return NULL;
    }
    b->list[b->count++] = made;
    return made;
}

/*
 * An exception ends a run early. Then the last counter lags behind, and the sum of all instructions has the
 * number.
 */
unsigned block_settle(struct block *b)
{
    uint64_t sum = 0, count = 0;

    if (b->counts[b->last] != b->whole) {
        b->whole++;
        return b->n;
    }
    for (unsigned n = 0; n < b->n; n++) {
        count = b->counted[n] ? b->counts[n] : count;
        sum += count;
    }
    unsigned done = (unsigned)(sum - b->whole * b->n - b->partial);

    b->partial += done;
    return done;
}
