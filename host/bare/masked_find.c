/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the instructions of a block that mask interrupts, and what constants make of them. */
#include <base/vector.h>
#include <bare/masked_priv.h>

/* @return whether an instruction may unmask what another has masked */
static bool unmasks(const struct masking *m)
{
    return m->kind == MASKING_CLEAR || m->kind == MASKING_CLEAR_BY || m->kind == MASKING_WRITE;
}

bool masked_depends(const struct masking *m)
{
    return m->kind == MASKING_WRITE || m->kind == MASKING_SET_BY || m->kind == MASKING_CLEAR_BY;
}

void masked_decide(struct masking *m, struct value v)
{
    bool has = (v.known & v.bits & m->relevant) != 0;

    if (!has && (v.known & m->relevant) != m->relevant) {
        return;
    }
    if (m->kind == MASKING_WRITE) {
        m->kind = has != m->inverted ? MASKING_SET : MASKING_CLEAR;
    } else {
        m->kind = !has ? MASKING_NONE : m->kind == MASKING_SET_BY ? MASKING_SET : MASKING_CLEAR;
    }
}

static void resolve(struct masking *m, enum ending_isa isa, const struct block_code *code, unsigned n)
{
    if (!masked_depends(m)) {
        return;
    }
    if (value_is_conditional(isa, code, n)) {
        m->source = MASKING_CONDITIONAL;
    } else {
        masked_decide(m, value_before(isa, code, n, m->source));
    }
}

/* @return whether the function of a block has no instruction that unmasks interrupts */
static bool is_helper(const struct masked *m, const struct block *block)
{
    static struct block_code code; /* the instructions before, for their constants */
    uint64_t size;
    const uint8_t *bytes = program_code(m->program, block->address, &size);

    code.n = 0;
    for (uint64_t at = 0; bytes != NULL && at + 4 <= size;) {
        code.n = code.n < sizeof code.sizes ? code.n : 0;
        code.bytes[code.n] = bytes + at;
        code.sizes[code.n] = (uint8_t)ending_size(block->isa, bytes + at);
        struct masking what = masking_of(block->isa, m->is_m, bytes + at, code.sizes[code.n]);

        resolve(&what, block->isa, &code, code.n);
        if (unmasks(&what)) {
            return false;
        }
        at += code.sizes[code.n++];
    }
    return bytes != NULL;
}

void masked_translate(struct masked *m, struct block *block, struct block_code *code)
{
    for (unsigned n = 0; n < code->n; n++) {
        code->sizes[n] = (uint8_t)ending_size(block->isa, code->bytes[n]);
    }
    bool is_new = block->masking_count == 0;
    struct value_test test = value_test_of(block->isa, code);

    block->zero = (int8_t)(block->end.kind == ENDING_CONDITIONAL ? test.reg : -1);
    block->zero_if_taken = test.if_taken;
    for (unsigned n = 0; n < code->n && is_new; n++) {
        struct masking what = masking_of(block->isa, m->is_m, code->bytes[n], code->sizes[n]);

        resolve(&what, block->isa, code, n);
        if (what.kind == MASKING_NONE && !what.reads) {
            continue;
        }
        if (!VECTOR_GROW(block->masking, block->masking_count)) {
            m->failed = true;
            return;
        }
        block->masking[block->masking_count++] = (struct masking_at){
            what, n, is_helper(m, block), value_is_untouched(block->isa, code, n, what.source)};
    }
}
