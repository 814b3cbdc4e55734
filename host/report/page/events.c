/* SPDX-License-Identifier: BSD-2-Clause */
/* Collect events as columns: time, CPU, thread, interrupt, ID, and the values of the fields. */
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <report/page/data.h>

uint32_t report_key(struct report_keys *k, uint32_t number)
{
    uint32_t place = hash_find_key(&k->map, number);

    if (place != HASH_NONE) {
        return place;
    }
    if (!VECTOR_GROW(k->list, k->count) || !hash_add(&k->map, number, (uint32_t)k->count)) {
        return HASH_NONE;
    }
    k->list[k->count] = number;
    return (uint32_t)k->count++;
}

void report_keys_free(struct report_keys *k)
{
    hash_free(&k->map);
    free(k->list);
    *k = (struct report_keys){.count = 0};
}

/* ------------------------------------------------------------------ values */

static void put_field(struct report_data *d, const struct spoor_field *f, uint32_t value)
{
    struct report_events *e = &d->events;

    switch (f->format) {
    case SPOOR_I32:
        column_signed(&e->values, (int32_t)value);
        return;
    case SPOOR_PTR:
        e->failed |= report_key(&d->pointers, value) == HASH_NONE;
        break;
    case SPOOR_THREAD_NUMBER:
        e->failed |= report_key(&d->threads, value) == HASH_NONE;
        break;
    case SPOOR_IRQ_LINE:
        e->failed |= report_key(&d->lines, value) == HASH_NONE;
        break;
    default:
        break;
    }
    column_put(&e->values, value);
}

static void put_values(struct report_data *d, const struct spoor_item *item, const struct spoor_id *id)
{
    struct report_events *e = &d->events;

    if (id->words == SPOOR_WIRE_WORDS_DATA) {
        column_put(&e->values, item->bytes);
        column_bytes(&e->data, item->data, item->bytes);
        return;
    }
    if (id->class == SPOOR_ENTER || id->class == SPOOR_LEAVE) {
        e->failed |= report_key(&d->functions, item->word[0] & ~UINT32_C(1)) == HASH_NONE;
    }
    for (unsigned n = 0; n < id->field_count; n++) {
        put_field(d, &id->fields[n], spoor_value(&id->fields[n], item->word));
    }
    for (unsigned n = 0; n < id->words && id->field_count == 0; n++) {
        column_put(&e->values, item->word[n]);
    }
}

/* ------------------------------------------------------------------ records */

void report_note(struct report_data *d, const struct spoor_item *item)
{
    struct report_events *e = &d->events;

    if (item->kind != SPOOR_RECORD || spoor_id(d->elf, item->id)->class == SPOOR_STACK) {
        return;
    }
    if (e->recent[item->cpu] == NULL) {
        e->recent[item->cpu] = calloc(1, sizeof *e->recent[item->cpu]);
        e->failed |= e->recent[item->cpu] == NULL;
    }
    if (!e->failed) {
        (*e->recent[item->cpu])[e->recents[item->cpu]++ % REPORT_RECENT] = 0;
    }
}

void report_event(struct report_data *d, const struct spoor_item *item, const struct follow *f)
{
    struct report_events *e = &d->events;
    const struct spoor_id *id = spoor_id(d->elf, item->id);
    const struct follow_cpu *cpu = &f->cpu[item->cpu];

    if (!report_is_event(d->elf, item) || e->failed) {
        return;
    }
    if ((d->history.full && item->time >= d->history.upto) || (e->limit != 0 && e->count == e->limit)) {
        if (e->left_out++ == 0 || item->time < e->upto) {
            e->upto = item->time;
        }
        return;
    }
    e->count++;
    if (e->recents[item->cpu] != 0) {
        (*e->recent[item->cpu])[(e->recents[item->cpu] - 1) % REPORT_RECENT] = (uint32_t)e->count;
    }
    column_step(&e->time, item->time);
    column_put(&e->cpu, item->cpu);
    column_put(&e->thread, cpu->known ? cpu->thread : FOLLOW_NO_THREAD);
    column_put(&e->irq, cpu->irq_depth != 0 ? (uint64_t)cpu->irq_line[cpu->irq_depth - 1] + 1 : 0);
    column_put(&e->id, item->id);
    if (cpu->known) {
        e->failed |= report_key(&d->threads, cpu->thread) == HASH_NONE;
    }
    if (cpu->irq_depth != 0) {
        e->failed |= report_key(&d->lines, cpu->irq_line[cpu->irq_depth - 1]) == HASH_NONE;
    }
    put_values(d, item, id);
}

void report_stack(struct report_data *d, const struct spoor_item *item, const struct follow *f)
{
    struct report_events *e = &d->events;

    if (item->kind != SPOOR_RECORD || spoor_id(d->elf, item->id)->class != SPOOR_STACK || e->failed ||
        f->stack != FOLLOW_STACK_TIED || f->stack_back > e->recents[item->cpu]) {
        return;
    }
    uint32_t of = (*e->recent[item->cpu])[(e->recents[item->cpu] - f->stack_back) % REPORT_RECENT];

    if (of == 0) {
        return; /* the filter or the limit excluded its event */
    }
    e->stacks++;
    column_step(&e->stack_of, of - 1);
    column_put(&e->stack_depth, item->bytes / 4 - 1);
    for (uint32_t n = 4; n + 4 <= item->bytes; n += 4) {
        uint32_t place = report_key(&d->frames, spoor_data_word(item->data + n));

        e->failed |= place == HASH_NONE;
        column_put(&e->stack_frames, place);
    }
}
