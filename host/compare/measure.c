/* SPDX-License-Identifier: BSD-2-Clause */
/* Metrics: net time of blocks if known; self time of functions and interrupts; time from wake-up to run of
 * threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/time.h>
#include <compare/measure.h>
#include <query/filter_text.h>
#include <query/pass.h>
#include <query/profile.h>

struct measuring {
    struct baseline *b;
    bool failed;
};

static void add(struct pass *p, const char *kind, const char *name, bool checked, uint64_t cycles,
                const struct interval *i, const struct spoor_id *id)
{
    struct measuring *m = p->arg;
    char text[400];

    snprintf(text, sizeof text, "%s.%.300s", kind, name);
    struct metric *metric = baseline_metric(m->b, text);

    if (metric == NULL) {
        m->failed = true;
        return;
    }
    uint64_t ns = time_ns(cycles, p->hz);

    metric->checked = checked;
    visits_add(&metric->all, ns);
    if ((i->kind == INTERVAL_IRQ ? i->self : i->net) == i->to - i->from) {
        visits_add(&metric->undisturbed, ns);
    }
    metric->max_ns = ns > metric->max_ns ? ns : metric->max_ns;
    if (id != NULL && metric->file == NULL) {
        metric->file = strdup(id->file);
        metric->line = id->line;
    }
}

static const char *function_name(const struct pass *p, uint32_t address)
{
    static _Thread_local char text[32];
    uint32_t offset;
    const char *symbol = spoor_elf_symbol(p->input->elf, address & ~UINT32_C(1), &offset);

    snprintf(text, sizeof text, "0x%08x", address & ~UINT32_C(1));
    return symbol != NULL && offset == 0 ? symbol : text;
}

static void take_interval(struct pass *p, const struct interval *i)
{
    const struct spoor_id *id = spoor_id(p->input->elf, i->id);
    const struct spoor_thread *t = spoor_thread(p->input->reader, i->thread);
    const char *irq = spoor_named(p->input->reader, SPOOR_WIRE_NAMED_IRQ, i->line);
    char number[32];

    if (i->begun_before || i->cut) {
        return;
    }
    switch (i->kind) {
    case INTERVAL_BLOCK:
        add(p, "block", id->name, !i->no_net, i->net, i, id);
        break;
    case INTERVAL_FUNCTION:
        add(p, "function", function_name(p, i->function), true, i->self, i, NULL);
        break;
    case INTERVAL_IRQ:
        snprintf(number, sizeof number, "%u", i->line);
        add(p, "irq", irq != NULL ? irq : number, true, i->self, i, NULL);
        break;
    case INTERVAL_STATE:
        if (i->state == FOLLOW_READY && i->woken && t != NULL) {
            add(p, "latency", t->name, false, i->net, i, NULL);
        }
        break;
    default:
        break;
    }
}

static void add_bytes(struct baseline *b, const char *name, uint64_t bytes)
{
    struct metric *m = baseline_metric(b, name);

    if (m != NULL) {
        m->all = (struct visits){1, bytes, 0};
        m->max_ns = bytes;
    }
}

/* The recorder's note contains the options of the run. */
static void take_note(struct baseline *b, const char *text)
{
    const char *shift = strstr(text, "--shift ");

    b->exact = strstr(text, "--qemu") != NULL && strstr(text, "--exact") != NULL;
    b->shift = shift != NULL ? (unsigned)strtoul(shift + 8, NULL, 10) & 31 : 0;
}

/* @return whether another function has the name of this one: both are static */
static bool has_namesake(const struct profile *p, const struct profile_frame *f)
{
    for (uint32_t n = 0; n < p->frame_count; n++) {
        if (&p->frames[n] != f && p->frames[n].kind == PROFILE_FUNCTION &&
            strcmp(p->frames[n].name, f->name) == 0) {
            return true;
        }
    }
    return false;
}

/* Add the own instructions of a function. One instruction takes 1 ns. The longest visit isn't known, only
 * that it isn't shorter than the average. Calls that the end of the run cut off would make averages of runs
 * differ; a function of which no call returned has these only. */
static bool add_function(struct baseline *b, const struct profile *p, const struct profile_frame *f,
                         const struct profile_function *v)
{
    bool by_file = f->file != NULL && has_namesake(p, f);
    char text[600];

    snprintf(text, sizeof text, "function.%.300s%s%.250s", f->name, by_file ? "@" : "",
             by_file ? f->file : "");
    struct metric *m = baseline_metric(b, text);

    if (m == NULL) {
        return false;
    }
    m->checked = true;
    bool cut = v->open_calls < v->calls;

    m->all.count += v->calls == 0 ? 1 : cut ? v->calls - v->open_calls : v->calls;
    m->all.total_ns += cut ? v->self - v->open_self : v->self;
    m->size += f->size;
    m->undisturbed = m->all;
    m->max_ns = (m->all.total_ns + m->all.count - 1) / m->all.count;
    if (m->file == NULL && f->file != NULL) {
        m->file = strdup(f->file);
        m->line = f->line;
    }
    return true;
}

/* Add what has limits only: the longest sections with masked interrupts, and the depths of stacks. */
static void add_limits(struct baseline *b, const struct profile *p)
{
    char text[400];

    for (size_t n = 0; n < p->masked_count; n++) {
        const struct profile_masked *s = &p->masked[n];

        snprintf(text, sizeof text, "masked.%.300s", s->function);
        struct metric *m = baseline_metric(b, text);

        if (m != NULL) {
            m->all.count += s->count;
            m->all.total_ns += s->total;
            m->max_ns = s->longest > m->max_ns ? s->longest : m->max_ns;
        }
    }
    for (size_t n = 0; n < p->stack_count; n++) {
        const struct profile_stack *s = &p->stacks[n];

        snprintf(text, sizeof text, "bytes.stack.%.300s", s->thread != NULL ? s->thread : s->name);
        add_bytes(b, text, (s->end != 0 ? s->end : s->highest) - s->lowest);
    }
}

/* Measure the result of `spoor record --bare`. */
static int measure_profile(struct input *in, struct baseline *b)
{
    static const struct pass_options all;
    struct profile p = {.count = 0};
    struct profile_summary s = {.count = 0};
    int result = query_profile(in, &all, PROFILE_LINES, "a baseline", &p);
    bool ok = result != STATUS_OK || profile_summarise(&p, &s);

    b->hz = 1000000000;
    b->exact = b->counted = true;
    if (p.module_count != 0 && p.modules[0].version != NULL) {
        snprintf(b->build, sizeof b->build, "%s", p.modules[0].version);
    }
    for (uint32_t n = 0; result == STATUS_OK && ok && n < s.count; n++) {
        if (p.frames[n].kind == PROFILE_FUNCTION) {
            ok = add_function(b, &p, &p.frames[n], &s.functions[n]);
        }
    }
    add_limits(b, &p);
    profile_summary_free(&s);
    profile_free(&p);
    return ok ? result : STATUS_UNREADABLE;
}

int measure(struct input *in, struct baseline *b)
{
    if (in->profile_kind != NULL) {
        return measure_profile(in, b);
    }

    static const struct pass_options all;
    struct measuring m = {.b = b};
    struct pass p = {.input = in, .options = &all, .arg = &m, .interval = take_interval};
    int result = pass_run(&p);

    if (result == STATUS_OK) {
        const struct spoor_recording *rec = spoor_recording(in->reader);
        uint64_t text, data, bss;

        snprintf(b->board, sizeof b->board, "%s", rec->header.board);
        for (uint32_t n = 0; n < rec->header.build_id_bytes; n++) {
            snprintf(b->build + 2 * n, 3, "%02x", rec->header.build_id[n]);
        }
        b->hz = rec->header.hz;
        take_note(b, spoor_note(in->reader)->text);
        for (unsigned cpu = 0; cpu < rec->cpus; cpu++) {
            const struct spoor_account *a = &rec->account[cpu];

            b->lost += spoor_lost(a) + a->missing + a->unread + a->cut + a->cleared;
        }
        if (rec->filter_count != 0) {
            filter_text(in->elf, rec->filters[rec->filter_count - 1], b->left_out, sizeof b->left_out);
        }
        spoor_elf_sizes(in->elf, &text, &data, &bss);
        add_bytes(b, "bytes.text", text);
        add_bytes(b, "bytes.data", data);
        add_bytes(b, "bytes.bss", bss);
        result = m.failed ? STATUS_UNREADABLE : STATUS_OK;
    }
    pass_close(&p);
    return result;
}
