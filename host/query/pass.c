/* SPDX-License-Identifier: BSD-2-Clause */
/* The loop over the items of one recording. */
#include <string.h>
#include <query/known.h>
#include <query/pass.h>

static struct choice choice_of(const struct pass *p) /* only needed with a filter */
{
    return (struct choice){.filter = p->filter,
                           .reader = p->input->reader,
                           .elf = p->input->elf,
                           .follow = intervals_follow(p->intervals),
                           .hz = p->hz};
}

static void take_interval(void *arg, const struct interval *i)
{
    struct pass *p = arg;
    bool chosen = p->began;

    if (p->filter != NULL) {
        const struct choice c = choice_of(p);

        chosen = chosen && choose_interval(&c, i);
    }
    if (chosen) {
        p->took++;
        if (p->interval != NULL) {
            p->interval(p, i);
        }
    } else {
        p->left_out++;
    }
}

static bool is_name(const struct spoor_item *item)
{
    return item->kind == SPOOR_THREAD || item->kind == SPOOR_NAME;
}

static void take_untimed(struct pass *p, const struct spoor_item *item)
{
    if (is_name(item) && p->before != NULL) {
        p->before(p, item);
    }
    intervals_item(p->intervals, item);
    if (is_name(item) && p->after != NULL) {
        p->after(p, item);
    }
}

static void begin(struct pass *p, uint64_t time)
{
    uint64_t from = p->range.from;

    p->began = true;
    p->begin = p->end = from != 0 ? from : time;
    if (from != 0) {
        intervals_clip(p->intervals, from);
    }
}

/* @return false at the end of the range */
static bool take_timed(struct pass *p, const struct spoor_item *item)
{
    uint32_t hz = spoor_recording(p->input->reader)->header.hz;
    uint64_t end = item->kind == SPOOR_RECORD ? item->time : item->until;

    p->hz = hz;
    range_rate(&p->range, hz);
    /* A range may begin between two records of the recording. */
    bool inside = item->time < p->range.to || (p->range.some && p->range.from < p->range.to);

    /* A filter may have been set before the recording began. */
    if (!p->began && item->time >= p->range.from && inside && item->kind != SPOOR_FILTER) {
        begin(p, item->time);
    }
    if (item->kind == SPOOR_RECORD) {
        range_note(&p->range, item->time);
    }
    if (item->time >= p->range.to) {
        p->end = p->began && p->end < p->range.to ? p->range.to : p->end;
        if (p->began) {
            intervals_reach(p->intervals, p->range.to);
        }
        return false;
    }
    bool is_stack = item->kind == SPOOR_RECORD && spoor_id(p->input->elf, item->id)->class == SPOOR_STACK;

    if (is_stack) { /* it has no time of its own, and following it finds its event */
        intervals_item(p->intervals, item);
    }
    bool chosen = p->began;

    if (p->filter != NULL) {
        const struct choice c = choice_of(p);

        chosen = choose_next(&p->chosen, &c, item) && p->began;
    }
    p->left_out += !chosen && item->kind == SPOOR_RECORD;
    p->took += chosen && item->kind == SPOOR_RECORD;
    if (!p->began && p->early != NULL) {
        p->early(p, item);
    }
    if (p->began && p->every != NULL) {
        p->every(p, item);
    }
    if (chosen && p->before != NULL) {
        p->before(p, item);
    }
    if (!is_stack) {
        intervals_item(p->intervals, item);
    }
    if (chosen && p->after != NULL) {
        p->after(p, item);
    }
    if (p->began && p->followed != NULL) {
        p->followed(p, item);
    }
    p->end = p->began && end > p->end ? end : p->end;
    return true;
}

static int read_all(struct pass *p)
{
    const struct spoor_item *item;
    unsigned recording = 0;
    int more = 0;

    if (p->range.from_ns != 0 && !p->whole) {
        (void)spoor_seek(p->input->reader, p->range.from_ns);
    }
    if (p->options->recording != 0) {
        spoor_end_with(p->input->reader, (unsigned)p->options->recording - 1);
    }
    while ((p->error == NULL || *p->error == 0) && (more = spoor_next(p->input->reader, &item)) > 0) {
        if (item->kind == SPOOR_BEGIN && recording++ != 0) {
            if (p->options->recording == 0) {
                fault_set(&p->input->fault, STATUS_UNREADABLE,
                          "the file has several recordings: choose one by --recording N; `spoor info` "
                          "lists them");
                return -1;
            }
        }
        if (recording < p->options->recording) {
            continue;
        }
        if (item->kind > SPOOR_TIMED) {
            take_untimed(p, item);
        } else {
            if (spoor_recording(p->input->reader)->header.hz == 0 && !input_has_rate(p->input)) {
                return -1;
            }
            if (!take_timed(p, item)) {
                break;
            }
        }
    }
    if (more == 0 && p->options->recording > recording) {
        fault_set(&p->input->fault, STATUS_UNREADABLE, "there is no recording %llu: the file has %u",
                  (unsigned long long)p->options->recording, recording);
        return -1;
    }
    if (more >= 0) {
        intervals_end(p->intervals);
    }
    return more < 0 ? -1 : 0;
}

/* Without a program there is no answer: fail by what is missing, the packets or the program. */
static int fail_without_program(struct input *in)
{
    const struct spoor_item *item;

    while (in->image == NULL && spoor_traffic(in->reader)->packets == 0 &&
           spoor_next(in->reader, &item) > 0) {
    }
    return in->fault.text[0] != 0 || !input_has_packets(in)
               ? STATUS_UNREADABLE
               : fault_usage(&in->fault,
                             "%s: events have no meaning without the program that ran: name it by --elf",
                             input_name(in));
}

int pass_run(struct pass *p)
{
    struct fault *fault = &p->input->fault;

    if (!range_parse(&p->range, p->options->range, fault)) {
        return STATUS_UNREADABLE;
    }
    if (p->input->elf == NULL) {
        return fail_without_program(p->input);
    }
    if (p->options->where != NULL) {
        const char *wrong;

        p->filter = known_filter(p->options->where, p->input->elf, p->interval != NULL, &wrong);
        if (p->filter == NULL) {
            return fault_usage(fault, "--where: %s", wrong);
        }
    }
    p->intervals = intervals_open(p->input->elf, take_interval, p);
    if (p->intervals == NULL || read_all(p) != 0 || !input_has_packets(p->input)) {
        return STATUS_UNREADABLE;
    }
    if (!p->began) {
        return range_check(&p->range, p->input);
    }
    bool known = p->filter == NULL || known_check(p->filter, p->input->reader, p->input->elf,
                                                  intervals_follow(p->intervals), &p->input->report);

    return known || p->took != 0 ? STATUS_OK : STATUS_CANT_SAY;
}

void pass_report_left_out(struct pass *p)
{
    if (p->options->where != NULL || p->options->range != NULL) {
        message_note(&p->input->report, NOTE_INFO, "%llu events and intervals were left out",
                     (unsigned long long)p->left_out);
    }
}

void pass_close(struct pass *p)
{
    intervals_close(p->intervals);
    filter_free(p->filter);
}
