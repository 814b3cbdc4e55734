/* SPDX-License-Identifier: BSD-2-Clause */
/* Look up the values of the names in filters. */
#include <string.h>
#include <base/time.h>
#include <query/match.h>

/* The index of the thread in the fields of a sample. */
#define SAMPLE_THREAD 2

struct subject {
    const struct choice *c;
    const struct spoor_item *item;
    const struct interval *interval;
    const struct spoor_id *id;
    char *text; /* room for the text of a record with data */
};

static struct filter_value number_value(int64_t n)
{
    return (struct filter_value){.known = true, .has_number = true, .number = n};
}

static struct filter_value text_value(const char *text)
{
    return (struct filter_value){.known = text != NULL, .text = text};
}

static struct filter_value time_value(const struct choice *c, uint64_t cycles)
{
    return (struct filter_value){.known = true,
                                 .has_number = true,
                                 .has_ns = true,
                                 .number = (int64_t)cycles,
                                 .ns = (int64_t)time_ns(cycles, c->hz)};
}

static struct filter_value thread_value(const struct choice *c, uint32_t number)
{
    const struct spoor_thread *t = spoor_thread(c->reader, number);
    struct filter_value v = number_value(number);

    v.text = t != NULL ? t->name : NULL;
    return v;
}

static struct filter_value irq_value(const struct choice *c, uint32_t line)
{
    struct filter_value v = number_value(line);

    v.text = spoor_named(c->reader, SPOOR_WIRE_NAMED_IRQ, line);
    return v;
}

static struct filter_value address_value(const struct choice *c, uint32_t address)
{
    struct filter_value v = number_value(address);
    uint32_t offset;
    const char *symbol = spoor_elf_symbol(c->elf, address, &offset);

    v.text = spoor_named(c->reader, SPOOR_WIRE_NAMED_OBJECT, address);
    if (v.text == NULL && symbol != NULL && offset == 0) {
        v.text = symbol;
    }
    return v;
}

/* ------------------------------------------------------------------ records */

static struct filter_value field_value(const struct choice *c, const struct spoor_field *f, uint32_t value)
{
    struct filter_value v;

    switch (f->format) {
    case SPOOR_I32:
        return number_value((int32_t)value);
    case SPOOR_PTR:
        return address_value(c, value);
    case SPOOR_THREAD_NUMBER:
        return thread_value(c, value);
    case SPOOR_IRQ_LINE:
        return irq_value(c, value);
    case SPOOR_CYCLES:
        return time_value(c, value);
    case SPOOR_ENUM:
        v = number_value(value);
        v.text = value < f->value_count ? f->values[value] : NULL;
        return v;
    default:
        return number_value(value);
    }
}

/* The index of the field that is a second thread. @return -1: the record has none */
static int other_field(const struct spoor_id *id)
{
    switch (id->role) {
    case SPOOR_WIRE_ROLE_SWITCH:
    case SPOOR_WIRE_ROLE_WAKE:
        return 1;
    case SPOOR_WIRE_ROLE_SENT:
    case SPOOR_WIRE_ROLE_RECEIVED:
    case SPOOR_WIRE_ROLE_REPLIED:
    case SPOOR_WIRE_ROLE_IPC_SHORT:
        return 0;
    case SPOOR_WIRE_ROLE_GIVE:
        return 2;
    default:
        return -1;
    }
}

static struct filter_value other_value(const struct subject *s)
{
    int n = other_field(s->id);
    uint32_t thread = n >= 0 && (unsigned)n < s->id->field_count
                          ? spoor_value(&s->id->fields[n], s->item->word)
                          : FOLLOW_NO_THREAD;

    return thread != FOLLOW_NO_THREAD ? thread_value(s->c, thread) : (struct filter_value){.known = false};
}

/* The text of a record with data; a NUL ends it. */
static struct filter_value data_value(const struct subject *s)
{
    if (s->item->bytes > SPOOR_WIRE_DATA_MAX) {
        return (struct filter_value){.known = false};
    }
    memcpy(s->text, s->item->data, s->item->bytes);
    s->text[s->item->bytes] = 0;
    return text_value(s->text);
}

static struct filter_value item_value(void *arg, const char *name)
{
    const struct subject *s = arg;
    const struct follow_cpu *cpu = &s->c->follow->cpu[s->item->cpu];

    if (s->id->class == SPOOR_DATA && s->id->field_count != 0 && s->id->fields[0].format == SPOOR_STR &&
        strcmp(s->id->fields[0].name, name) == 0) {
        return data_value(s);
    }

    for (unsigned n = 0; n < s->id->field_count && s->id->words != SPOOR_WIRE_WORDS_DATA; n++) {
        if (strcmp(s->id->fields[n].name, name) == 0 && strcmp(name, "thread") != 0) {
            return field_value(s->c, &s->id->fields[n], spoor_value(&s->id->fields[n], s->item->word));
        }
    }
    if (strcmp(name, "event") == 0) {
        return text_value(s->id->name);
    }
    if (strcmp(name, "thread") == 0 &&
        s->id->role == SPOOR_WIRE_ROLE_SAMPLE) { /* known even without switches */
        return thread_value(s->c, spoor_value(&s->id->fields[SAMPLE_THREAD], s->item->word));
    }
    if (strcmp(name, "thread") == 0 && cpu->known) {
        return thread_value(s->c, cpu->thread);
    }
    if (strcmp(name, "other") == 0) {
        return other_value(s);
    }
    if (strcmp(name, "irq") == 0 && cpu->irq_depth != 0 &&
        cpu->irq_line[cpu->irq_depth - 1] != FOLLOW_NO_LINE) {
        return irq_value(s->c, cpu->irq_line[cpu->irq_depth - 1]);
    }
    if (strcmp(name, "irq_depth") == 0 && cpu->irq_depth != 0) {
        return number_value(cpu->irq_depth);
    }
    if (strcmp(name, "cpu") == 0) {
        return number_value(s->item->cpu);
    }
    if (strcmp(name, "time") == 0) {
        return time_value(s->c, s->item->time);
    }
    if (strcmp(name, "wall") == 0 && s->id->class == SPOOR_BLOCK) {
        return time_value(s->c, s->item->word[0]);
    }
    if (strcmp(name, "function") == 0 && (s->id->class == SPOOR_ENTER || s->id->class == SPOOR_LEAVE)) {
        return address_value(s->c, s->item->word[0] & ~UINT32_C(1));
    }
    return (struct filter_value){.known = false};
}

bool choose_item(const struct choice *c, const struct spoor_item *item)
{
    char text[SPOOR_WIRE_DATA_MAX + 1];
    struct subject s = {.c = c, .item = item, .id = spoor_id(c->elf, item->id), .text = text};

    return c->filter == NULL || item->kind != SPOOR_RECORD || filter_matches(c->filter, item_value, &s);
}

bool choose_next(struct choose_recent *r, const struct choice *c, const struct spoor_item *item)
{
    const struct follow *f = c->follow;

    if (c->filter == NULL || item->kind != SPOOR_RECORD) {
        return true;
    }
    uint64_t *verdicts = &r->verdicts[item->cpu];

    if (spoor_id(c->elf, item->id)->class == SPOOR_STACK && f->stack == FOLLOW_STACK_TIED) {
        return f->stack_back <= 64 && (*verdicts >> (f->stack_back - 1) & 1) != 0;
    }
    bool is = choose_item(c, item);

    if (spoor_id(c->elf, item->id)->class != SPOOR_STACK) {
        *verdicts = *verdicts << 1 | is;
    }
    return is;
}

/* ------------------------------------------------------------------ intervals */

static struct filter_value name_value(const struct choice *c, const struct interval *i)
{
    switch (i->kind) {
    case INTERVAL_IRQ:
        return irq_value(c, i->line);
    case INTERVAL_FUNCTION:
        return address_value(c, i->function & ~UINT32_C(1));
    case INTERVAL_STATE:
        return (struct filter_value){.known = false};
    default:
        return text_value(spoor_id(c->elf, i->id)->name);
    }
}

static struct filter_value reason_value(const struct choice *c, unsigned reason)
{
    struct filter_value v = number_value(reason);

    v.text = spoor_reason(c->elf, reason);
    return v;
}

static struct filter_value interval_value(void *arg, const char *name)
{
    static const char *const kinds[] = {"state", "irq", "function", "block", "range"};
    static const char *const states[] = {"unknown", "runs", "ready", "waits", "ended"};
    const struct subject *s = arg;
    const struct interval *i = s->interval;
    bool state = i->kind == INTERVAL_STATE;

    if (strcmp(name, "thread") == 0 && i->thread != FOLLOW_NO_THREAD) {
        return thread_value(s->c, i->thread);
    }
    if (strcmp(name, "irq") == 0 && (i->kind == INTERVAL_IRQ || i->in_irq)) {
        return irq_value(s->c, i->line);
    }
    if (strcmp(name, "cpu") == 0) {
        return number_value(i->cpu);
    }
    if (strcmp(name, "time") == 0) {
        return time_value(s->c, i->from);
    }
    if (strcmp(name, "duration") == 0 || (strcmp(name, "wall") == 0 && i->kind == INTERVAL_BLOCK)) {
        return time_value(s->c, i->to - i->from);
    }
    if (strcmp(name, "depth") == 0 && (i->kind == INTERVAL_FUNCTION || i->kind == INTERVAL_IRQ)) {
        return number_value(i->depth);
    }
    if (strcmp(name, "kind") == 0) {
        return text_value(kinds[i->kind]);
    }
    if (strcmp(name, "name") == 0 || (strcmp(name, "event") == 0 && !state)) {
        return name_value(s->c, i);
    }
    if (strcmp(name, "state") == 0 && state) {
        return text_value(states[i->state]);
    }
    if (strcmp(name, "reason") == 0 && state) {
        return reason_value(s->c, i->reason);
    }
    if (strcmp(name, "object") == 0 && state && i->object != 0) {
        return address_value(s->c, i->object);
    }
    return (struct filter_value){.known = false};
}

bool choose_interval(const struct choice *c, const struct interval *i)
{
    struct subject s = {.c = c, .interval = i};

    return c->filter == NULL || filter_matches(c->filter, interval_value, &s);
}
