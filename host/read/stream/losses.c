/* SPDX-License-Identifier: BSD-2-Clause */
/* GAP, CLEARED and LOSSES packets: the accounts of the target, section 4 of docs/wire-format.md. */
#include "../reader_priv.h"

typedef unsigned long long ull;

struct interval {
    uint32_t cpu, number, count;
    uint64_t time, until;
};

/* @return the account of the CPU, or NULL if the packet is invalid */
static struct spoor_account *parse_interval(struct spoor_reader *r, struct cursor *c, struct interval *i)
{
    i->cpu = cursor_u32(c);
    i->number = cursor_u32(c);
    i->count = cursor_u32(c);
    i->time = cursor_u64(c);
    i->until = cursor_u64(c);
    if (c->bad || i->until < i->time) {
        return NULL;
    }
    i->time <<= r->now->header.shift;
    i->until <<= r->now->header.shift;
    return recording_account(r, i->cpu);
}

static void push_interval(struct spoor_reader *r, enum spoor_kind kind, const struct interval *i)
{
    struct spoor_item *item = reader_push(r, kind, i->cpu, i->time);

    item->count = i->count;
    item->until = i->until;
}

/* Extend a 32-bit count that may wrap to 64 bits: `*wide` grows to the next value with these low bits. */
static void widen(uint64_t *wide, uint32_t *low, uint32_t reported)
{
    *wide += reported - *low;
    *low = reported;
}

bool gap_take(struct spoor_reader *r, struct cursor *c)
{
    struct interval i;
    struct spoor_account *a = parse_interval(r, c, &i);

    if (a == NULL) {
        return false;
    }
    struct reader_cpu *cpu = &r->cpu[i.cpu];

    if ((int32_t)(i.number - cpu->next_gap) < 0) {
        r->traffic.repeated++;
        return true;
    }
    uint32_t expected = cpu->next_number + cpu->others + cpu->gone;

    if (counts_others(r) && i.number != expected) {
        cpu->placed = 0;
        cpu->gone += i.number - expected; /* packets before this one were lost, or were sent before the
                                           * recording began */
        cpu->missed = true;
        if (cpu->seen || r->now->header.first) {
            i.time = cpu->last_time < i.time ? cpu->last_time : i.time;
            filter_missed(r, cpu->last_time);
        }
    }
    cpu->next_gap = i.number + 1;
    cpu->others += counts_others(r);
    if (cpu->placed != 0) { /* the rest was lost after that */
        uint64_t sent_until = r->lanes.lane[i.cpu].until;

        i.time = i.until < sent_until ? i.until : sent_until;
        i.count -= cpu->placed < i.count ? cpu->placed : i.count;
        cpu->placed = 0;
    }
    a->in_gaps += i.count;
    if (i.count != 0) {
        push_interval(r, SPOOR_GAP, &i);
    }
    return true;
}

/* A clear resets the counts of losses; earlier losses are included in the cleared records. */
static void note_clears(struct spoor_reader *r, uint32_t cpu, uint32_t clears, uint32_t cleared)
{
    struct spoor_account *a = &r->now->account[cpu];
    struct reader_cpu *state = &r->cpu[cpu];

    if (clears == state->clears) {
        return;
    }
    state->clears = clears;
    if ((int32_t)(cleared - state->cleared) < 0) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: %u events cleared, but %u were reported before", (ull)r->offset,
                   cpu, cleared, state->cleared);
    } else {
        widen(&a->cleared, &state->cleared, cleared);
    }
    a->lost = a->in_gaps = 0;
    state->unplaced = state->lost = state->placed = 0;
    for (unsigned id = 0; id < SPOOR_WIRE_IDS; id++) {
        a->ids[id].lost = 0;
    }
}

bool cleared_take(struct spoor_reader *r, struct cursor *c)
{
    struct interval i;

    if (parse_interval(r, c, &i) == NULL) {
        return false;
    }
    if ((int32_t)(i.number - r->cpu[i.cpu].clears) <= 0) {
        r->traffic.repeated++;
        return true;
    }
    r->cpu[i.cpu].others += counts_others(r);
    note_clears(r, i.cpu, i.number, i.count);
    push_interval(r, SPOOR_CLEARED, &i);
    return true;
}

/*
 * The target sends a gap only before the CPU's next records, which may take long, and other CPUs would wait
 * for it. Two equal counts show that all losses precede the time of the second, and that no record is on its
 * way.
 */
static void place_losses(struct spoor_reader *r, uint32_t n, uint64_t until)
{
    struct spoor_account *a = &r->now->account[n];
    struct reader_cpu *cpu = &r->cpu[n];
    uint64_t sent_until = r->lanes.lane[n].until;
    struct interval i = {
        .cpu = n, .time = sent_until > cpu->last_time ? sent_until : cpu->last_time, .until = until};

    i.count = (uint32_t)(a->lost - a->in_gaps - cpu->unplaced);
    cpu->placed += i.count;
    a->in_gaps += i.count;
    push_interval(r, SPOOR_GAP, &i);
}

struct losses {
    uint32_t cpu, clears, cleared, sent, lost;
    uint64_t until;
};

/*
 * Compare the target's counts with those of the reader. All packets sent before the counts precede them on
 * the link.
 *
 * @return whether everything that was sent was received; if not, the next packet shows where records are
 * missing
 */
static bool check_counts(struct spoor_reader *r, const struct losses *l)
{
    struct spoor_account *a = &r->now->account[l->cpu];
    struct reader_cpu *cpu = &r->cpu[l->cpu];

    data_drop(r, l->cpu);
    int32_t cut = (int32_t)(l->sent - cpu->next_before);

    if (cut < 0 && cpu->seen) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: %u events received, but %u sent", (ull)r->offset, l->cpu,
                   cpu->next_before, l->sent);
    }
    if (cpu->unread && cut >= 0) { /* the records of the last packet, and of lost packets after it */
        a->unread += (uint32_t)cut;
        cpu->next_before += (uint32_t)cut;
        cpu->unread = a->unread_end = false;
        cut = 0;
    }
    a->cut = cut > 0 ? (uint32_t)cut : 0;
    if (a->in_gaps > a->lost) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: gaps contain %llu events, but %llu were lost in total",
                   (ull)r->offset, l->cpu, (ull)a->in_gaps, (ull)a->lost);
    }
    return cut <= 0 || !cpu->seen;
}

/* @return whether the counts were sent before other counts or events received already: a network may swap
 * packets */
static bool are_late(const struct spoor_account *a, const struct reader_cpu *cpu, const struct losses *l)
{
    return (a->told && l->until < a->until && (int32_t)(l->sent - cpu->sent) < 0) ||
           (cpu->seen && l->until <= cpu->last_time && (int32_t)(l->sent - cpu->next_before) < 0) ||
           (int32_t)(l->clears - cpu->clears) < 0;
}

/* The packet is checked completely before any of it is used. */
bool losses_take(struct spoor_reader *r, struct cursor *c)
{
    struct losses l;

    l.cpu = cursor_u32(c);
    l.clears = cursor_u32(c);
    l.cleared = cursor_u32(c);
    l.sent = cursor_u32(c);
    l.lost = cursor_u32(c);
    l.until = cursor_u64(c);
    struct cursor pairs = *c;

    while (cursor_more(c)) {
        uint32_t id = cursor_u32(c);

        cursor_u32(c);
        if (id >= SPOOR_WIRE_IDS ||
            (id != SPOOR_WIRE_ID_ANY && r->elf != NULL && spoor_id(r->elf, id)->class == SPOOR_NONE)) {
            return false;
        }
    }
    struct spoor_account *a = c->bad ? NULL : recording_account(r, l.cpu);

    if (a == NULL) {
        return false;
    }
    struct reader_cpu *cpu = &r->cpu[l.cpu];

    l.until <<= r->now->header.shift;
    if (are_late(a, cpu, &l)) {
        r->traffic.late++;
        reader_say(r, "offset %llu: CPU %u: counts are older than the last ones, skipped", (ull)r->offset,
                   l.cpu);
        return true;
    }
    bool unchanged = a->told && l.sent == cpu->sent && l.lost == cpu->lost && l.clears == cpu->clears &&
                     l.until > a->until;

    note_clears(r, l.cpu, l.clears, l.cleared);
    widen(&a->sent, &cpu->sent, l.sent);
    if ((int32_t)(l.lost - cpu->lost) < 0) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: %u events lost, but %u were reported before", (ull)r->offset,
                   l.cpu, l.lost, cpu->lost);
    } else {
        widen(&a->lost, &cpu->lost, l.lost);
    }
    if ((cpu->missed || (!a->told && !r->now->header.first)) && a->lost > a->in_gaps) {
        cpu->unplaced = a->lost - a->in_gaps; /* their gaps were lost, or were sent before the recording
                                               * began */
    }
    cpu->missed = false;
    a->told = true;
    a->until = l.until;
    if (check_counts(r, &l)) {
        if (unchanged && cpu->seen && !losses_are_placed(r, l.cpu)) {
            place_losses(r, l.cpu, l.until);
        }
        if (losses_are_placed(r, l.cpu)) {
            lanes_until(&r->lanes, l.cpu, l.until);
        }
    }
    while (cursor_more(&pairs)) {
        uint32_t id = cursor_u32(&pairs);

        a->ids[id].lost = cursor_u32(&pairs);
    }
    reader_push(r, SPOOR_LOSSES, LANES_COMMON, r->last_time)->cpu = (uint8_t)l.cpu;
    return true;
}
