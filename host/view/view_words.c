/* SPDX-License-Identifier: BSD-2-Clause */
/* The text below a picture, about the slice under the cursor and the markers. */
#include <string.h>
#include <base/time.h>
#include "view_priv.h"

/* ------------------------------------------------------------------ words */

static void put_thread(const struct view *v, uint32_t number, struct out *o)
{
    const struct spoor_thread *t = spoor_thread(v->reader, number);

    if (t != NULL && t->name[0] != 0) {
        out_escaped(o, t->name, strlen(t->name));
    } else {
        out_literal(o, "thread ");
        out_number(o, number, 0);
    }
}

static void put_irq(const struct view *v, uint32_t line, struct out *o)
{
    const char *name = spoor_named(v->reader, SPOOR_WIRE_NAMED_IRQ, line);

    if (name != NULL) {
        out_escaped(o, name, strlen(name));
    } else {
        out_literal(o, "irq ");
        out_number(o, line, 0);
    }
}

static void put_address(const struct view *v, uint32_t address, struct out *o)
{
    const char *name = spoor_named(v->reader, SPOOR_WIRE_NAMED_OBJECT, address);

    name = name != NULL ? name : spoor_elf_symbol(v->elf, address, NULL);
    if (name != NULL) {
        out_escaped(o, name, strlen(name));
    } else {
        out_literal(o, "0x");
        out_hex(o, address, 8);
    }
}

static void put_us(const struct view *v, uint64_t cycles, struct out *o)
{
    uint64_t ns = time_ns(cycles, v->hz);

    out_number(o, ns / 1000, 0);
    out_char(o, '.');
    out_digits(o, (uint32_t)(ns % 1000), 3);
    out_literal(o, " us");
}

static void put_time(const struct view *v, uint64_t cycles, struct out *o)
{
    uint64_t ns = time_ns(cycles, v->hz);

    out_number(o, ns / 1000000000, 0);
    out_char(o, '.');
    out_digits(o, (uint32_t)(ns % 1000000000), 9);
}

void view_name(const struct view *v, const struct history_row *r, struct out *o)
{
    switch (r->kind) {
    case HISTORY_CPU:
        out_literal(o, "CPU ");
        out_number(o, r->key, 0);
        break;
    case HISTORY_IRQ:
        out_literal(o, "  interrupts ");
        out_number(o, r->key, 0);
        break;
    case HISTORY_CALLS:
        out_literal(o, "  calls");
        break;
    case HISTORY_BLOCK:
        out_escaped(o, spoor_id(v->elf, r->key)->name, strlen(spoor_id(v->elf, r->key)->name));
        break;
    default:
        put_thread(v, r->key, o);
        break;
    }
}

static void describe_state(const struct view *v, const struct history_slice *s, struct out *o)
{
    static const char *const states[] = {"unknown", "runs", "ready", "waits", "ended"};
    const char *reason = spoor_reason(v->elf, s->reason);

    put_thread(v, s->key, o);
    out_char(o, ' ');
    out_text(o, states[s->state]);
    if ((s->state == FOLLOW_WAITS || s->state == FOLLOW_READY) && reason != NULL) {
        out_literal(o, ": ");
        out_text(o, reason);
    }
    if (s->state == FOLLOW_WAITS && s->object != 0) {
        out_char(o, ' ');
        put_address(v, s->object, o);
    }
    if (s->state == FOLLOW_RUNS) {
        out_literal(o, " on CPU ");
        out_number(o, s->cpu, 0);
    }
    if (s->woken && (s->by_irq || s->waker != FOLLOW_NO_THREAD)) {
        out_text(o, s->state == FOLLOW_WAITS ? ", until woken by " : ", woken by ");
        if (s->by_irq) {
            out_literal(o, "interrupt ");
            put_irq(v, s->waker, o);
        } else {
            put_thread(v, s->waker, o);
        }
    }
}

static void describe_slice(const struct view *v, const struct history_row *r, const struct history_slice *s,
                           struct out *o)
{
    switch (r->kind) {
    case HISTORY_CPU:
    case HISTORY_THREAD:
        describe_state(v, s, o);
        break;
    case HISTORY_IRQ:
        out_literal(o, "interrupt ");
        put_irq(v, s->key, o);
        break;
    case HISTORY_CALLS:
        put_address(v, s->key, o);
        break;
    default:
        view_name(v, r, o);
        out_literal(o, " in ");
        if (s->in_irq) {
            put_irq(v, s->key, o);
        } else {
            put_thread(v, s->key, o);
        }
        break;
    }
    out_literal(o, "; ");
    put_us(v, s->to - s->from, o);
    out_literal(o, " from ");
    put_time(v, s->from, o);
    out_text(o, s->begun_before ? ", began earlier" : "");
    out_text(o, s->cut ? ", continued" : "");
}

static const struct history_slice *chosen_slice(const struct view *v, const struct history_row *r)
{
    for (size_t n = history_first(r, v->chosen_from); n < r->count && r->slices[n].from <= v->chosen_from;
         n++) {
        if (r->slices[n].from == v->chosen_from) {
            return &r->slices[n];
        }
    }
    return NULL;
}

/* Find the longest slice of a column, and of nested ones the innermost; count the slices. */
static const struct history_slice *longest_in(const struct view *v, const struct history_row *r,
                                              unsigned *count)
{
    uint64_t begin = (uint64_t)view_time_of(v, v->column), end = (uint64_t)view_time_of(v, v->column + 1);
    const struct history_slice *longest = NULL;
    uint64_t most = 0;

    *count = 0;
    for (size_t n = history_first(r, begin); n < r->count && r->slices[n].from < end; n++) {
        const struct history_slice *s = &r->slices[n];
        uint64_t part = (s->to < end ? s->to : end) - (s->from > begin ? s->from : begin);

        if (s->to < begin) {
            continue;
        }
        ++*count;
        if (longest == NULL || part > most || (part == most && s->depth > longest->depth)) {
            longest = s;
            most = part;
        }
    }
    return longest;
}

void view_describe(const struct view *v, struct out *o)
{
    const struct history_row *r = view_cursor_row(v);
    unsigned count = 0;

    put_time(v, v->chosen ? v->chosen_from : view_cursor_time(v), o);
    out_literal(o, "  ");
    if (r == NULL) {
        return;
    }
    const struct history_slice *s = longest_in(v, r, &count), *chosen = v->chosen ? chosen_slice(v, r) : NULL;

    if (chosen != NULL || s != NULL) {
        describe_slice(v, r, chosen != NULL ? chosen : s, o);
    } else {
        out_literal(o, "no data here");
    }
    if (count > 1) {
        out_text(o, chosen != NULL ? "; one of " : "; the longest of ");
        out_number(o, count, 0);
        out_literal(o, " in this column");
    }
}

/* ------------------------------------------------------------------ markers */

static uint64_t switches_between(const struct view *v, uint64_t from, uint64_t to)
{
    uint64_t count = 0;

    for (size_t n = 0; n < v->history->count; n++) {
        const struct history_row *r = &v->history->rows[n];

        for (size_t i = history_first(r, from);
             r->kind == HISTORY_CPU && i < r->count && r->slices[i].from < to; i++) {
            count += r->slices[i].from >= from;
        }
    }
    return count;
}

void view_difference(const struct view *v, struct out *o)
{
    if (!v->marked[0] || !v->marked[1]) {
        return;
    }
    uint64_t from = v->mark[0] < v->mark[1] ? v->mark[0] : v->mark[1];
    uint64_t to = v->mark[0] < v->mark[1] ? v->mark[1] : v->mark[0];

    out_literal(o, "A to B: ");
    put_us(v, to - from, o);
    out_literal(o, ", ");
    out_number(o, to - from, 0);
    out_literal(o, " cycles, ");
    out_number(o, switches_between(v, from, to), 0);
    out_literal(o, " switches");
}
