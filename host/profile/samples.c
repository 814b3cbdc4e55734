/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stack of a sample, if it has one, is the next record. For a sample in an interrupt the stack continues
 * into the interrupted code; that part is dropped, because the handler isn't called by it.
 */
#include <stdio.h>
#include <base/time.h>
#include <profile/samples.h>

enum { FIELD_PC, FIELD_LEVEL, FIELD_THREAD, FIELD_LATE };

/* @return the beginning of the function at an address, or the address itself if there is none */
static uint32_t function_of(const struct samples *s, uint32_t address)
{
    uint32_t offset = 0;

    return spoor_elf_symbol(s->elf, address, &offset) != NULL ? address - offset : address;
}

static uint32_t below(const struct samples *s, uint32_t node, uint32_t address)
{
    return profile_child(s->profile, node,
                         profile_frame_of(s->profile, PROFILE_FUNCTION, function_of(s, address)));
}

static void add(struct samples *s, uint32_t node)
{
    if (!s->profile->failed) {
        s->profile->nodes[node].self++;
    }
}

/* Add a sample that has no stack. */
static void end_pending(struct samples *s, unsigned cpu)
{
    struct sample_pending *p = &s->pending[cpu];

    if (p->is) {
        add(s, below(s, p->root, p->pc));
        p->is = false;
    }
}

/* @return the sampled interrupt; if interrupts are recorded, the sampler's own is nested inside it */
static uint64_t interrupt_of(const struct follow_cpu *cpu, uint32_t level)
{
    return cpu->irq_depth >= level ? cpu->irq_line[level - 1] : PROFILE_IRQ_DEPTH + level;
}

void samples_record(struct samples *s, const struct follow *f, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(s->elf, item->kind == SPOOR_RECORD ? item->id : 0);

    if (item->kind != SPOOR_RECORD || id->role != SPOOR_WIRE_ROLE_SAMPLE) {
        return;
    }
    uint32_t level = spoor_value(&id->fields[FIELD_LEVEL], item->word);
    uint32_t frame = level != 0
                         ? profile_frame_of(s->profile, PROFILE_IRQ, interrupt_of(&f->cpu[item->cpu], level))
                         : profile_frame_of(s->profile, PROFILE_THREAD,
                                            spoor_value(&id->fields[FIELD_THREAD], item->word));

    end_pending(s, item->cpu);
    s->first = s->count == 0 ? item->time : s->first;
    s->last = item->time;
    s->count++;
    s->late += spoor_value(&id->fields[FIELD_LATE], item->word) != 0;
    s->cpus |= UINT64_C(1) << item->cpu;
    s->pending[item->cpu] = (struct sample_pending){
        .is = true,
        .pc = spoor_value(&id->fields[FIELD_PC], item->word),
        .root = profile_child(s->profile, PROFILE_ROOT, frame),
    };
}

static uint32_t address_at(const struct spoor_item *item, uint32_t n)
{
    return spoor_data_word(item->data + 4 + 4 * n);
}

void samples_stack(struct samples *s, const struct follow *f, const struct spoor_item *item)
{
    if (item->kind != SPOOR_RECORD || spoor_id(s->elf, item->id)->class != SPOOR_STACK ||
        !s->pending[item->cpu].is || f->stack != FOLLOW_STACK_TIED || f->stack_back != 1 ||
        spoor_id(s->elf, f->stack_id)->role != SPOOR_WIRE_ROLE_SAMPLE) {
        return;
    }
    uint32_t count = item->bytes >= 4 ? item->bytes / 4 - 1 : 0, n = 1;
    uint32_t node = s->pending[item->cpu].root;

    while (n < count && (address_at(item, n) & 1) != 0) { /* up to the boundary to the interrupted code */
        n++;
    }
    n = n < count ? n : count;
    if (n == 0) {
        return;
    }
    while (n-- > 1) {
        node = below(s, node, (address_at(item, n) & ~UINT32_C(1)) - 2); /* the call instruction */
    }
    add(s, below(s, node, s->pending[item->cpu].pc));
    s->pending[item->cpu].is = false;
}

static unsigned bits_of(uint64_t n)
{
    unsigned count = 0;

    for (; n != 0; n &= n - 1) {
        count++;
    }
    return count;
}

void samples_end(struct samples *s, const struct spoor_reader *reader, uint32_t hz)
{
    struct profile *p = s->profile;

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        end_pending(s, cpu);
    }
    if (s->count == 0) {
        return;
    }
    profile_name(p, s->elf, reader);
    p->has = PROFILE_TREE | PROFILE_ADDRESSES;
    p->value_ns = s->count > 1 ? time_ns(s->last - s->first, hz) * bits_of(s->cpus) / (s->count - 1) : 0;
    snprintf(p->unit, sizeof p->unit, "samples");
}
