/* SPDX-License-Identifier: BSD-2-Clause */
/* Each name in a filter is compared with all existing names: to find it, the nearest one, and a list for
 * messages. */
#include <stdio.h>
#include <string.h>
#include <base/count.h>
#include <base/nearest.h>
#include <query/known.h>

#define LIST_BESIDE_HINT 300 /* a longer list isn't printed if there is a nearest name */

/* match.c finds their values. */
static const struct known_field known_fields[] = {
    {"event", true, "The name of the event. Of an interval: of its block, range, function or interrupt."},
    {"thread", true, "The thread that runs. Of a sample: the thread that was sampled."},
    {"other", true,
     "The second thread of a record: the next one of a switch, the woken one of a wake-up, the sender or "
     "receiver of a message, the receiver of what is given."},
    {"irq", true, "The interrupt that runs."},
    {"cpu", true, "The number of the CPU."},
    {"time", true, "The time of the record, or of the interval's beginning."},
    {"wall", true, "The length of a visit of a block, from enter to leave."},
    {"function", true, "The function, of a record of function tracing."},
    {"irq_depth", true, "The number of nested interrupts that run."},
    {"name", false, "The same as event."},
    {"duration", false, "The length."},
    {"state", false, "Of a thread: runs, ready, waits, ended or unknown."},
    {"reason", false, "Of a thread's state: its reason, such as preempted or mutex."},
    {"object", false, "Of a thread's state: the object that the thread waits for."},
    {"kind", false, "state, irq, function, block or range."},
    {"depth", false, "Of a call or an interrupt: the number of calls or interrupts around it."},
};

const struct known_field *known_nth_field(unsigned n)
{
    return n < COUNT_OF(known_fields) ? &known_fields[n] : NULL;
}

/* One comparison, and the existing names. */
struct asked {
    const struct filter_part *part;
    bool found;
    struct nearest near;
    char list[1600];
};

static struct asked ask(const struct filter_part *part, const char *word)
{
    return (struct asked){.part = part, .near = {.word = word}};
}

static void add_to_list(struct asked *a, const char *name)
{
    char between[100];
    size_t used = strlen(a->list);

    snprintf(between, sizeof between, ", %.90s,", name);
    if (used + strlen(between) + 4 < sizeof a->list && strstr(a->list, between) == NULL) {
        a->list[used != 0 ? used - 1 : 0] =
            0; /* the list ends with a comma, so that strstr() finds whole names */
        snprintf(a->list + strlen(a->list), sizeof a->list - used, "%s", between);
    }
}

/* @return the list, without the commas at its ends */
static const char *list_of(struct asked *a)
{
    size_t used = strlen(a->list);

    if (used == 0) {
        return "none";
    }
    a->list[used - 1] = 0;
    return a->list + 2;
}

/* ------------------------------------------------------------------ fields */

struct fields {
    const struct spoor_elf *elf;
    bool intervals;
    char wrong[2000];
};

static void offer_field(struct asked *a, const char *name)
{
    a->found |= strcmp(a->part->name, name) == 0;
    nearest_offer(&a->near, name);
    add_to_list(a, name);
}

static bool is_field(void *arg, const struct filter_part *part)
{
    struct fields *f = arg;
    struct asked a = ask(part, part->name);

    for (size_t n = 0; n < COUNT_OF(known_fields); n++) {
        if (known_fields[n].records || f->intervals) {
            offer_field(&a, known_fields[n].name);
        }
    }
    for (unsigned n = 0; n < spoor_ids(f->elf); n++) {
        const struct spoor_id *id = spoor_id(f->elf, n);

        for (unsigned i = 0; i < id->field_count; i++) {
            offer_field(&a, id->fields[i].name);
        }
    }
    if (!a.found) {
        const char *hint = nearest_hint(&a.near);

        snprintf(f->wrong, sizeof f->wrong, "no field is named %.64s%s The fields are %s", part->name,
                 *hint != 0 ? hint : ".", list_of(&a));
    }
    return a.found;
}

/* ------------------------------------------------------------------ values */

static void offer_name(struct asked *a, const char *name, bool listed)
{
    if (name != NULL && name[0] != 0) {
        nearest_offer(&a->near, name);
        if (listed) {
            add_to_list(a, name);
        }
    }
}

static void offer(struct asked *a, int64_t number, const char *text, bool listed)
{
    const struct filter_value v = {.known = true, .has_number = true, .number = number, .text = text};

    a->found |= filter_part_names(a->part, &v);
    offer_name(a, text, listed);
}

static void offer_threads(struct asked *a, const struct spoor_reader *r)
{
    const struct spoor_thread *t;

    a->found |= spoor_thread_nth(r, 0) == NULL; /* the target has sent no names */
    for (size_t n = 0; (t = spoor_thread_nth(r, n)) != NULL; n++) {
        offer(a, t->number, t->name, true);
    }
}

/* Offer interrupts that have a name or occurred. */
static void offer_lines(struct asked *a, const struct spoor_reader *r, const struct follow *f, bool listed)
{
    char number[12];

    for (uint32_t line = 0; line < FOLLOW_LINES; line++) {
        const char *name = spoor_named(r, SPOOR_WIRE_NAMED_IRQ, line);

        snprintf(number, sizeof number, "%u", line);
        if (name != NULL || follow_took_line(f, line)) {
            offer(a, line, name, listed);
            offer_name(a, name == NULL ? number : NULL, listed);
        }
    }
}

static void offer_cpus(struct asked *a, const struct spoor_reader *r)
{
    char number[12];

    for (unsigned cpu = 0; cpu < spoor_recording(r)->cpus; cpu++) {
        snprintf(number, sizeof number, "%u", cpu);
        offer(a, cpu, NULL, true);
        offer_name(a, number, true);
    }
}

static void offer_events(struct asked *a, const struct spoor_elf *elf)
{
    for (unsigned n = 0; n < spoor_ids(elf); n++) {
        const struct spoor_id *id = spoor_id(elf, n);

        if (id->class != SPOOR_NONE) {
            offer(a, -1, id->name, true);
        }
    }
}

/* `event` also finds calls. There are too many functions for a list. */
static void offer_functions(struct asked *a, const struct spoor_elf *elf)
{
    struct spoor_symbol s;

    for (size_t n = 0; spoor_elf_symbol_nth(elf, n, &s); n++) {
        if (s.function) {
            offer(a, s.address, s.name, false);
        }
    }
}

/* @param asked  the name or comparison, for the message */
static void describe_missing(struct asked *a, const char *asked, const char *what, char *text, size_t size)
{
    const char *hint = nearest_hint(&a->near);
    int used = snprintf(text, size, "%.200s: there is no such %s%s", asked, what, *hint != 0 ? hint : ".");

    if (*hint == 0 || strlen(a->list) < LIST_BESIDE_HINT) {
        snprintf(text + used, size - (size_t)used, " The %ss are %s", what, list_of(a));
    }
}

static void describe_no_match(struct asked *a, const char *what, char *text, size_t size)
{
    char asked[200];

    snprintf(asked, sizeof asked, "%.64s%s%.120s", a->part->name, a->part->sign, a->part->value);
    describe_missing(a, asked, what, text, size);
}

static bool is_event(void *arg, const struct filter_part *part)
{
    struct fields *f = arg;
    struct asked a = ask(part, part->value);

    if (part->sign == NULL || part->sign[0] == '!' || strcmp(part->name, "event") != 0) {
        return true;
    }
    offer_events(&a, f->elf);
    if (!a.found) {
        describe_no_match(&a, "event", f->wrong, sizeof f->wrong);
    }
    return a.found;
}

struct filter *known_filter(const char *text, const struct spoor_elf *elf, bool intervals, const char **wrong)
{
    static _Thread_local struct fields fields;
    struct filter *f = filter_parse(text, wrong);

    fields = (struct fields){.elf = elf, .intervals = intervals};
    if (f == NULL || elf == NULL) {
        return f;
    }
    if (!filter_each(f, is_field, &fields) || (!intervals && !filter_each(f, is_event, &fields))) {
        *wrong = fields.wrong;
        filter_free(f);
        return NULL;
    }
    return f;
}

/* ------------------------------------------------------------------ at the end */

struct check {
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    const struct follow *follow;
    const struct spoor_report *report;
    bool missing;
};

static void threads(struct asked *a, const struct check *c)
{
    offer_threads(a, c->reader);
}

static void lines(struct asked *a, const struct check *c)
{
    offer_lines(a, c->reader, c->follow, true);
}

static void cpus(struct asked *a, const struct check *c)
{
    offer_cpus(a, c->reader);
}

static void events(struct asked *a, const struct check *c)
{
    offer_events(a, c->elf);
    offer_functions(a, c->elf);
    offer_lines(a, c->reader, c->follow, false);
}

static bool check(void *arg, const struct filter_part *part)
{
    static const struct {
        const char *name, *what;
        void (*offer)(struct asked *, const struct check *);
    } values[] = {{"thread", "thread", threads}, {"other", "thread", threads}, {"irq", "interrupt", lines},
                  {"cpu", "CPU", cpus},          {"event", "event", events},   {"name", "event", events}};
    struct check *c = arg;
    char text[2000] = "--where: ";
    size_t used = strlen(text);

    for (size_t n = 0; n < COUNT_OF(values) && part->sign != NULL; n++) {
        struct asked a = ask(part, part->value);

        if (strcmp(part->name, values[n].name) == 0) {
            values[n].offer(&a, c);
            if (!a.found) {
                c->missing = true;
                describe_no_match(&a, values[n].what, text + used, sizeof text - used);
                c->report->message(c->report->arg, text);
            }
        }
    }
    return true;
}

bool known_check(const struct filter *f, const struct spoor_reader *r, const struct spoor_elf *elf,
                 const struct follow *follow, const struct spoor_report *report)
{
    struct check c = {.reader = r, .elf = elf, .follow = follow, .report = report};

    (void)filter_each(f, check, &c);
    return !c.missing;
}

bool known_thread(const char *name, const struct spoor_reader *r, const struct spoor_report *report)
{
    const struct spoor_thread *t;
    char text[2000] = "--thread: ";
    struct asked a = {.near = {.word = name}};

    for (size_t n = 0; (t = spoor_thread_nth(r, n)) != NULL; n++) {
        offer_name(&a, t->name, true);
        a.found |= strcmp(t->name, name) == 0;
    }
    if (!a.found) {
        describe_missing(&a, name, "thread", text + strlen(text), sizeof text - strlen(text));
        report->message(report->arg, text);
    }
    return a.found;
}
