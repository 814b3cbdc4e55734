/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of analyses, the events that they need, and the table cells that they share. */
#include <stdio.h>
#include <string.h>
#include <analysis/analysis.h>

/* Defined by the linker: the bounds of the section that SPOOR_ANALYSIS() fills. */
extern const struct analysis *const __start_spoor_analyses[], *const __stop_spoor_analyses[];

unsigned analysis_count(void)
{
    return (unsigned)(__stop_spoor_analyses - __start_spoor_analyses);
}

const struct analysis *analysis_nth(unsigned n)
{
    return n < analysis_count() ? __start_spoor_analyses[n] : NULL;
}

/* @return the number of analyses before the `n`-th in a report */
static unsigned place_in_page(unsigned n)
{
    const struct analysis *a = analysis_nth(n), *b;
    unsigned place = 0;

    for (unsigned i = 0; (b = analysis_nth(i)) != NULL; i++) {
        place += b->page.screen != SCREEN_NONE &&
                 (b->page.order < a->page.order || (b->page.order == a->page.order && i < n));
    }
    return place;
}

const struct analysis *analysis_nth_in_page(unsigned n)
{
    const struct analysis *a;

    for (unsigned i = 0; (a = analysis_nth(i)) != NULL; i++) {
        if (a->page.screen != SCREEN_NONE && place_in_page(i) == n) {
            return a;
        }
    }
    return NULL;
}

const struct analysis *analysis_find(const char *name)
{
    const struct analysis *a;

    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        if (strcmp(a->name, name) == 0) {
            return a;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ needs */

static const uint16_t needs_by_role[SPOOR_WIRE_ROLES] = {
    [SPOOR_WIRE_ROLE_SWITCH] = NEEDS_SWITCH, [SPOOR_WIRE_ROLE_WAKE] = NEEDS_WAKE,
    [SPOOR_WIRE_ROLE_IRQ_ENTER] = NEEDS_IRQ, [SPOOR_WIRE_ROLE_IRQ_EXIT] = NEEDS_IRQ,
    [SPOOR_WIRE_ROLE_SENT] = NEEDS_IPC,      [SPOOR_WIRE_ROLE_RECEIVED] = NEEDS_IPC,
    [SPOOR_WIRE_ROLE_REPLIED] = NEEDS_IPC,   [SPOOR_WIRE_ROLE_WAIT] = NEEDS_SYNC,
    [SPOOR_WIRE_ROLE_GIVE] = NEEDS_SYNC,     [SPOOR_WIRE_ROLE_ALLOC] = NEEDS_MEMORY,
    [SPOOR_WIRE_ROLE_FREE] = NEEDS_MEMORY,   [SPOOR_WIRE_ROLE_ACTIVATION] = NEEDS_ACTIVATION,
};

uint32_t analysis_prevented(const struct follow *f)
{
    uint32_t prevented = 0;

    for (unsigned role = 0; f->off != 0 && role < SPOOR_WIRE_ROLES; role++) {
        prevented |= f->off >> role & 1 ? needs_by_role[role] : 0;
    }
    if (f->filter != NULL && (f->filter->threads != 0 || f->filter->cpus != 0)) {
        prevented |= NEEDS_WAKE | NEEDS_STATE_FIELD; /* a thread that isn't recorded may wake others or change
                                                      * states */
    }
    return prevented;
}

const char *analysis_hindrance(const struct spoor_elf *elf, const struct spoor_filter *f, uint32_t prevented)
{
    static _Thread_local char text[200];

    for (unsigned n = 0; n < spoor_ids(elf); n++) {
        const struct spoor_id *id = spoor_id(elf, n);

        if ((f->off[n / 32] >> n % 32 & 1) && (needs_by_role[id->role] & prevented)) {
            snprintf(text, sizeof text, "%.40s is disabled: `trace_events -a %.40s` on the target", id->name,
                     id->name);
            return text;
        }
    }
    snprintf(text, sizeof text,
             "a filter excludes threads or CPUs, which may have %s: record without `--thread`, or after "
             "`trace_events --thread all --cpu all` on the target",
             prevented & NEEDS_WAKE ? "woken others" : "changed states");
    return text;
}

uint32_t analysis_brings(const struct spoor_id *id)
{
    uint32_t brings = needs_by_role[id->role];

    switch (id->class) {
    case SPOOR_BLOCK:
        return brings | NEEDS_BLOCK;
    case SPOOR_POINT:
        return brings | NEEDS_POINT;
    case SPOOR_ENTER:
        return brings | NEEDS_FUNCTION;
    case SPOOR_EVENT:
        for (unsigned i = 0; i < id->field_count && id->role == SPOOR_WIRE_ROLE_NONE; i++) {
            brings |= id->fields[i].format == SPOOR_ENUM ? NEEDS_STATE_FIELD : 0;
        }
        return brings;
    default:
        return brings;
    }
}

/*
 * The needs of analyses: the events, all of which must be recorded, and how to enable them. Kind 0 is needed
 * only by views of a report.
 */
static const struct need {
    uint32_t kind;
    const char *name, *events, *remedy;
} needs[] = {
    {NEEDS_SWITCH, "switch", "`sched_switch`", "thread switches: `trace_stream on switch` on the target"},
    {NEEDS_IRQ, "irq", "`irq_enter`, `irq_exit`", "interrupts: `trace_stream on irq` on the target"},
    {NEEDS_IPC, "ipc", "`ipc_sent`, `ipc_received`, `ipc_replied`",
     "messages: `trace_stream on ipc` on the target"},
    {NEEDS_SYNC, "sync", "`sync_wait`, `sync_give`",
     "waits for objects: `trace_stream on sync` on the target"},
    {NEEDS_BLOCK, "block", "blocks",
     "visits of blocks: `trace_blocks -e NAME` and `trace_stream on user` on the target"},
    {NEEDS_POINT, "point", "points",
     "points: `trace_points -e NAME` and `trace_stream on user` on the target"},
    {NEEDS_FUNCTION, "function", "functions entered and left",
     "function calls: build with CONFIG_TRACE_FUNCTION=1, then `trace_stream on function` on the target"},
    {NEEDS_MEMORY, "memory", "`mem_alloc`, `mem_free`",
     "malloc and free: `trace_stream on memory` on the target"},
    {NEEDS_ACTIVATION, "activation", "`thread_activated`",
     "activations: call thread_period_wait() in the threads, and `trace_stream on thread` on the target"},
    {NEEDS_STATE_FIELD, "state_field", "an event with a field of named values, from all threads",
     "an event with a field like \"state:idle|busy\""},
    {NEEDS_WAKE, "wake", "`sched_wake` of all threads", "wake-ups: `trace_stream on switch` on the target"},
    {0, "stack", "stacks",
     "stacks: build with CONFIG_TRACE_STACKS=1, then `trace_events -k EVENT 8` on the target"},
    {0, "counter", "counters", "counters: call `trace_counter()` in the program"},
};

const char *analysis_remedy(uint32_t missing)
{
    for (unsigned n = 0; n < COUNT_OF(needs); n++) {
        if (missing & needs[n].kind) {
            return needs[n].remedy;
        }
    }
    return "";
}

const char *analysis_missing(uint32_t missing)
{
    static _Thread_local char text[60];
    const char *remedy = analysis_remedy(missing), *how = strstr(remedy, ": ");

    snprintf(text, sizeof text, "%.*s", how != NULL ? (int)(how - remedy) : (int)strlen(remedy), remedy);
    return text;
}

const char *analysis_nth_need(unsigned n, const char **remedy)
{
    *remedy = n < COUNT_OF(needs) ? needs[n].remedy : NULL;
    return n < COUNT_OF(needs) ? needs[n].name : NULL;
}

const char *analysis_events(uint32_t kinds)
{
    static _Thread_local char text[400];

    text[0] = 0;
    for (unsigned n = 0; n < COUNT_OF(needs); n++) {
        if (kinds & needs[n].kind) {
            size_t used = strlen(text);

            snprintf(text + used, sizeof text - used, "%s%s", used != 0 ? ", " : "", needs[n].events);
        }
    }
    return text;
}

/* ------------------------------------------------------------------ cells */

void analysis_thread(struct stats *s, uint32_t thread)
{
    const struct spoor_thread *t = spoor_thread(s->reader, thread);
    char number[32];

    if (thread == FOLLOW_NO_THREAD && t == NULL) {
        table_empty(s->table);
    } else if (t != NULL && t->name[0] != 0) {
        table_text(s->table, t->name);
    } else {
        snprintf(number, sizeof number, "thread %u", thread);
        table_text(s->table, number);
    }
}

void analysis_irq(struct stats *s, uint32_t line)
{
    const char *name = spoor_named(s->reader, SPOOR_WIRE_NAMED_IRQ, line);
    char number[32];

    snprintf(number, sizeof number, "irq %u", line);
    table_text(s->table, name != NULL ? name : number);
}

static void put_address(struct stats *s, uint32_t address)
{
    uint32_t offset;
    const char *symbol = spoor_elf_symbol(s->elf, address, &offset);
    char text[300];

    if (symbol == NULL) {
        snprintf(text, sizeof text, "0x%08x", address);
    } else if (offset == 0) {
        table_text(s->table, symbol);
        return;
    } else {
        snprintf(text, sizeof text, "%s+0x%x", symbol, offset);
    }
    table_text(s->table, text);
}

void analysis_object(struct stats *s, uint32_t address)
{
    const char *name = address != 0 ? spoor_named(s->reader, SPOOR_WIRE_NAMED_OBJECT, address) : NULL;

    if (address == 0) {
        table_empty(s->table);
    } else if (name != NULL) {
        table_text(s->table, name);
    } else {
        put_address(s, address);
    }
}

void analysis_function(struct stats *s, uint32_t address)
{
    put_address(s, address & ~UINT32_C(1));
}

void analysis_reason(struct stats *s, uint32_t reason)
{
    const char *name = spoor_reason(s->elf, reason);

    if (name != NULL) {
        table_text(s->table, name);
    } else {
        table_empty(s->table);
    }
}

void analysis_waker(struct stats *s, const struct interval *i)
{
    const char *name = spoor_named(s->reader, SPOOR_WIRE_NAMED_IRQ, i->waker_line);
    char text[128];

    if (!i->woken) {
        table_empty(s->table);
    } else if (i->by_irq && name != NULL) {
        snprintf(text, sizeof text, "irq %s", name);
        table_text(s->table, text);
    } else if (i->by_irq) {
        snprintf(text, sizeof text, "irq %u", i->waker_line);
        table_text(s->table, text);
    } else {
        analysis_thread(s, i->waker);
    }
}

void analysis_us(struct stats *s, uint64_t cycles)
{
    table_cycles(s->table, cycles, s->hz);
}

void analysis_average(struct stats *s, uint64_t cycles, uint64_t count)
{
    if (count == 0) {
        table_empty(s->table);
    } else {
        table_number(s->table,
                     (int64_t)((double)cycles / (double)count * 1e9 / (s->hz != 0 ? s->hz : 1e9) + 0.5));
    }
}

void analysis_time(struct stats *s, uint64_t cycles)
{
    table_cycles(s->table, cycles, s->hz);
}

void analysis_spread(struct stats *s, const struct spread *d)
{
    analysis_us(s, d->sum);
    analysis_us(s, d->min);
    analysis_average(s, d->sum, d->count);
    analysis_us(s, spread_percentile(d, 500));
    analysis_us(s, spread_percentile(d, 990));
    analysis_us(s, d->max);
    analysis_time(s, d->max_at);
}
