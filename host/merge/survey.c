/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the moments and host times of several recordings, to which their clocks are fitted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <merge/merge.h>

/* @return an exit status */
static int add_moment(struct member *m, double key, double ns)
{
    if (!VECTOR_GROW(m->moments, m->count)) {
        return STATUS_UNREADABLE;
    }
    m->moments[m->count++] = (struct align_pair){key, ns};
    return STATUS_OK;
}

static const struct spoor_field *find_field(const struct spoor_id *id, const char *name)
{
    for (unsigned n = 0; n < id->field_count && id->words != SPOOR_WIRE_WORDS_DATA; n++) {
        if (strcmp(id->fields[n].name, name) == 0) {
            return &id->fields[n];
        }
    }
    return NULL;
}

static int look_at(struct member *m, const struct spoor_item *item, const char *event, const char *field)
{
    const struct spoor_id *id = spoor_id(m->input.elf, item->id);
    const struct spoor_header *h = &spoor_recording(m->input.reader)->header;
    double ns = (double)time_ns(item->time, h->hz);

    m->first_ns = isnan(m->first_ns) ? ns : m->first_ns;
    if (event == NULL || strcmp(id->name, event) != 0) {
        return STATUS_OK;
    }
    const struct spoor_field *f = field != NULL ? find_field(id, field) : NULL;

    if (field != NULL && f == NULL) {
        return fault_usage(&m->input.fault, "--by: the event has no such field: %s", field);
    }
    return add_moment(m, f != NULL ? (double)spoor_value(f, item->word) : (double)m->count, ns);
}

/* Note the host's time at the target's time 0, as reported by the target or noted by the recorder. */
static void note_host_time(struct member *m)
{
    const struct spoor_header *h = &spoor_recording(m->input.reader)->header;
    const struct spoor_note *note = spoor_note(m->input.reader);
    double ms = h->wall_ms != 0 ? (double)h->wall_ms : (double)note->ms;

    if (isnan(m->host_ns) && h->seen && ms > 0) {
        m->host_ns = ms * 1e6 - (double)time_ns(h->now, h->hz);
    }
}

int merge_open(struct member *m, const struct spoor_report *report)
{
    m->input = (struct input){.report = report != NULL ? *report : (struct spoor_report){0}, .rate = m->rate};
    int result = input_open(&m->input, m->elf, m->file);

    if (result == STATUS_OK && m->input.elf == NULL) {
        result = fault_usage(&m->input.fault, "--elf is needed for %s", m->file);
    }
    return result;
}

static int survey(struct member *m, const char *event, const char *field, const struct spoor_report *report,
                  struct fault *fault)
{
    const struct spoor_item *item;
    int more = 0, result = merge_open(m, report);

    m->host_ns = m->first_ns = NAN;
    while (result == STATUS_OK && (more = spoor_next(m->input.reader, &item)) > 0) {
        if (item->kind == SPOOR_BEGIN && item->count != 0) {
            result = fault_usage(&m->input.fault,
                                 "several recordings in a file; cut one first: spoor cut --recording N %s",
                                 m->file);
        } else if (item->kind == SPOOR_HEADER) {
            note_host_time(m);
        } else if (item->kind == SPOOR_RECORD) {
            result = look_at(m, item, event, field);
        }
    }
    if (result == STATUS_OK && (more < 0 || !input_has_packets(&m->input) || !input_has_rate(&m->input))) {
        result = STATUS_UNREADABLE;
    }
    if (result == STATUS_OK) {
        const struct spoor_recording *r = spoor_recording(m->input.reader);

        m->cpus = r->cpus;
        snprintf(m->prefix, sizeof m->prefix, "%-11.70s ",
                 r->header.board[0] != 0 ? r->header.board : "target");
    }
    *fault = m->input.fault;
    input_close(&m->input);
    return result;
}

bool merge_is_way(const char *by)
{
    return strcmp(by, "host-time") == 0 || strncmp(by, "offset=", 7) == 0 || strncmp(by, "event=", 6) == 0;
}

int merge_survey(struct member *members, unsigned count, const char *by, const struct spoor_report *report,
                 struct fault *fault)
{
    bool by_event = strncmp(by, "event=", 6) == 0;
    char event[256];
    int result = STATUS_OK;

    snprintf(event, sizeof event, "%s", by_event ? by + 6 : "");
    char *field = strchr(event, '.');

    if (field != NULL) {
        *field++ = 0;
    }
    for (unsigned n = 0; n < count && result == STATUS_OK; n++) {
        result = survey(&members[n], by_event ? event : NULL, field, report, fault);
    }
    return result;
}

void merge_free(struct member *members, unsigned count)
{
    for (unsigned n = 0; members != NULL && n < count; n++) {
        free(members[n].moments);
    }
}
