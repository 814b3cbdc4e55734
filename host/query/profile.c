/* SPDX-License-Identifier: BSD-2-Clause */
/* Build a profile from calls, each when it ends, or from samples, stacks or waits, or take a profile of
 * another tool. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/time.h>
#include <query/profile.h>
#include <profile/samples.h>
#include <profile/stacks.h>
#include <profile/waits.h>

struct gathered {
    struct profile *calls;
    struct profile sampled;
    struct samples samples;
};

static void take_interval(struct pass *p, const struct interval *i)
{
    struct gathered *g = p->arg;

    if (i->kind == INTERVAL_FUNCTION) {
        profile_add(g->calls, i);
    }
}

static void take_record(struct pass *p, const struct spoor_item *item)
{
    struct gathered *g = p->arg;

    samples_record(&g->samples, intervals_follow(p->intervals), item);
}

static void take_stack(struct pass *p, const struct spoor_item *item)
{
    struct gathered *g = p->arg;

    samples_stack(&g->samples, intervals_follow(p->intervals), item);
}

/* Without calls, the profile of a recording is made of its samples. */
static void choose(struct input *in, struct gathered *g, const struct pass *pass)
{
    struct samples *s = &g->samples;

    if (g->calls->count != 0) {
        profile_resolve(g->calls, in->elf, in->reader, pass->hz);
        if (s->count != 0) {
            message_note(&in->report, NOTE_INFO,
                         "of function calls; --where event=cpu_sample is of the %" PRIu64 " samples",
                         s->count);
        }
        profile_free(&g->sampled);
        return;
    }
    samples_end(s, in->reader, pass->hz);
    profile_free(g->calls);
    *g->calls = g->sampled;
    if (s->late != 0) {
        message_note(&in->report, NOTE_INFO,
                     "%" PRIu64 " of %" PRIu64
                     " samples were late: taken after a section with masked interrupts or a handler of "
                     "level 0. They count where they were taken",
                     s->late, s->count);
    }
}

/* Strings of the program belong to the input, which outlives the profile. */
static void describe(struct profile *p, const struct input *in, const struct pass *pass)
{
    p->program = spoor_elf_name(in->elf);
    p->build_id = spoor_elf_build_id(in->elf, &p->build_id_bytes);
    p->ms = spoor_note(in->reader)->ms;
    p->duration_ns = time_ns(pass->end - pass->begin, pass->hz);
}

static int read_recording(struct input *in, const struct pass_options *options, const char *name,
                          struct profile *p)
{
    struct gathered *g = calloc(1, sizeof *g);
    struct pass pass = {.input = in,
                        .options = options,
                        .arg = g,
                        .before = take_record,
                        .followed = take_stack,
                        .interval = take_interval};

    if (g == NULL) {
        p->failed = true;
        return STATUS_OK;
    }
    g->calls = p;
    g->samples = (struct samples){.profile = &g->sampled, .elf = in->elf};
    int result = pass_run(&pass);

    if (result == STATUS_OK) {
        choose(in, g, &pass);
        describe(p, in, &pass);
        pass_report_left_out(&pass);
    } else {
        profile_free(&g->sampled);
    }
    if (result == STATUS_OK && p->count == 0 && !p->failed) {
        result =
            fault_set(&in->fault, STATUS_CANT_SAY, "%s %s", name,
                      "needs samples: build with CONFIG_TRACE_SAMPLES=1, then `trace_samples -a` and "
                      "`trace_stream on sample` on the target; or function calls: CONFIG_TRACE_FUNCTION=1, "
                      "then `trace_stream on function`");
    }
    free(g);
    pass_close(&pass);
    return result;
}

int query_profile(struct input *in, const struct pass_options *options, unsigned needs, const char *name,
                  struct profile *p)
{
    int result = STATUS_OK;

    if (in->profile_kind == NULL) {
        result = read_recording(in, options, name, p);
    } else {
        *p = in->profile;
        in->profile = (struct profile){.count = 0};
        if (options->range != NULL || options->where != NULL) {
            return fault_usage(&in->fault, "--range and --where are for recordings; this is %s",
                               in->profile_kind);
        }
    }
    if (result == STATUS_OK && p->failed) {
        return fault_set(&in->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    if (result != STATUS_OK || (needs & ~p->has) == 0) {
        return result;
    }
    return fault_set(&in->fault, STATUS_CANT_SAY, "%s %s", name,
                     (needs & ~p->has & PROFILE_LINES) != 0
                         ? "needs the count of each instruction, which `spoor record --bare` makes"
                     : (needs & ~p->has & PROFILE_TREE) != 0
                         ? "needs stacks, but this file has only arcs between functions"
                     : (needs & ~p->has & PROFILE_CALLS) != 0
                         ? "needs numbers of calls, but this file has none"
                         : "needs addresses of functions, but this file has only names");
}

/* ------------------------------------------------------------------ stacks and waits */

static void add_stack(struct pass *p, const struct spoor_item *item)
{
    stacks_add(p->arg, p->input->elf, intervals_follow(p->intervals), item);
}

static void note_stack(struct pass *p, const struct spoor_item *item)
{
    waits_stack(p->arg, intervals_follow(p->intervals), item);
}

static void add_wait(struct pass *p, const struct interval *i)
{
    waits_interval(p->arg, i);
}

static int read_stacks(struct input *in, const struct pass_options *options, struct profile *p)
{
    struct pass pass = {.input = in, .options = options, .arg = p, .after = add_stack};
    int result = pass_run(&pass);

    if (result == STATUS_OK) {
        profile_name(p, in->elf, in->reader);
        p->has = PROFILE_TREE | PROFILE_ADDRESSES;
        snprintf(p->unit, sizeof p->unit, "samples");
    }
    pass_close(&pass);
    return result;
}

static int read_waits(struct input *in, const struct pass_options *options, struct profile *p)
{
    struct waits w = {.profile = p, .elf = in->elf, .reader = in->reader};
    struct pass pass = {
        .input = in, .options = options, .arg = &w, .followed = note_stack, .interval = add_wait};
    int result = pass_run(&pass);

    if (result == STATUS_OK) {
        waits_end(&w, pass.hz);
    }
    waits_free(&w);
    pass_close(&pass);
    return result;
}

int query_profile_of(struct input *in, const struct pass_options *options, enum profile_source source,
                     struct profile *p)
{
    int result = source == PROFILE_OF_STACKS ? read_stacks(in, options, p) : read_waits(in, options, p);

    return result == STATUS_OK && p->failed ? fault_set(&in->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM))
                                            : result;
}
