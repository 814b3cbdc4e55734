/* SPDX-License-Identifier: BSD-2-Clause */
/* The summary of a recording or of another tool's profile: names with their values. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <report/page/parts.h>

static void recording(const struct page *p, report_summary_row *row, void *arg)
{
    const struct spoor_recording *r = spoor_recording(p->input.reader);
    const struct spoor_note *note = spoor_note(p->input.reader);
    const char *tracer = p->input.tracer; /* no other tracer's format has a build */
    double hz = p->data.hz != 0 ? p->data.hz : 1;
    char text[400];

    if (tracer != NULL) {
        row(arg, "Format", tracer);
    }
    if (tracer == NULL || strcmp(r->header.board, tracer) != 0) {
        row(arg, "Board", r->header.board[0] != 0 ? r->header.board : "unknown");
    }
    snprintf(text, sizeof text, "%u CPU%s, counter %.6f MHz", r->cpus, r->cpus == 1 ? "" : "s",
             p->data.hz / 1e6);
    row(arg, "Processor", text);
    for (uint32_t n = 0; n < r->header.build_id_bytes; n++) {
        snprintf(text + 2 * n, 3, "%02x", r->header.build_id[n]);
    }
    if (r->program[0] != 0) {
        row(arg, "Program", r->program);
    }
    if (tracer == NULL) {
        row(arg, "Build", r->header.build_id_bytes != 0 ? text : "unknown");
    }
    snprintf(text, sizeof text, "%.6f s to %.6f s: %.6f s", (double)p->data.history.begin / hz,
             (double)p->data.history.end / hz, (double)(p->data.history.end - p->data.history.begin) / hz);
    row(arg, "Time", text);
    snprintf(text, sizeof text, "%" PRIu64 "%s", p->events,
             p->options->range != NULL ? " in this range" : "");
    row(arg, "Events", text);
    if (note->text[0] != 0) {
        char line[SPOOR_NOTE_MAX + 8];

        snprintf(line, sizeof line, "spoor %s", note->text);
        row(arg, "Recorded by", line);
    }
    if (spoor_end_note(p->input.reader)->text[0] != 0) {
        row(arg, "The target ended", spoor_end_note(p->input.reader)->text);
    }
}

unsigned report_functions(const struct profile *profile)
{
    unsigned count = 0;

    for (uint32_t n = 0; n < profile->frame_count; n++) {
        count += profile->frames[n].kind == PROFILE_FUNCTION;
    }
    return count;
}

static void profile(struct page *p, report_summary_row *row, void *arg)
{
    struct profile *profile = &p->input.profile;
    struct profile_summary s;
    char text[400];

    row(arg, "Format", p->input.profile_kind);
    row(arg, "Unit", profile->unit);
    for (size_t n = 0; n < profile->module_count; n++) {
        const struct profile_module *m = &profile->modules[n];

        snprintf(text, sizeof text, "%s, %s %s", m->name, m->version != NULL ? "build ID" : "no build ID",
                 m->version != NULL ? m->version : "");
        row(arg, "Module", text);
    }
    snprintf(text, sizeof text, "%u", report_functions(profile));
    row(arg, "Functions", text);
    if (profile_summarise(profile, &s)) {
        bool is_time = strcmp(profile->unit, "ns") == 0;

        snprintf(text, sizeof text, is_time ? "%.6f s" : "%.0f", (double)s.all / (is_time ? 1e9 : 1));
        row(arg, is_time ? "Total time" : "Total", text);
        profile_summary_free(&s);
    }
}

void report_summary(struct page *p, report_summary_row *row, void *arg)
{
    if (p->input.profile_kind != NULL) {
        profile(p, row, arg);
    } else {
        recording(p, row, arg);
    }
}
