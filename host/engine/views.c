/* SPDX-License-Identifier: BSD-2-Clause */
/* The data that a page draws. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/path.h>
#include <query/profile.h>
#include <report/page/parts.h>
#include "engine_priv.h"

struct view_request {
    enum libspoor_view view;
    uint64_t limit;
};

/* Write a text of the page as a section. */
static int keep_bytes(void *arg, const char *bytes, size_t n)
{
    column_bytes(arg, bytes, n);
    return 0;
}

static bool write_html(struct page *p, const char *name, void (*write)(void *page, struct out *out),
                       const struct section_to *to)
{
    struct bytes_column c = {.used = 0};
    struct out *out = engine_out(&(struct libspoor_sink){keep_bytes, &c});

    if (out != NULL) {
        write(p, out);
        out_flush(out);
    }
    bool done = out != NULL && section_write(to, name, &c);

    free(out);
    column_free(&c);
    return done;
}

static bool write_text(const char *name, const char *text, const struct section_to *to)
{
    struct bytes_column c = {.used = 0};

    column_bytes(&c, text, strlen(text));
    bool done = section_write(to, name, &c);

    column_free(&c);
    return done;
}

static bool write_page(struct page *p, const struct section_to *to)
{
    const struct report_look look = {.range = p->options->range};
    char title[REPORT_TITLE_MAX], lead[REPORT_LEAD_MAX];

    report_title(p, 1, title, sizeof title);
    report_lead(p, 1, &look, lead, sizeof lead);
    return write_text("page-title", title, to) && write_text("page-lead", lead, to) &&
           write_html(p, "page-contents", report_contents, to) && write_html(p, "page-body", report_body, to);
}

/* Read a recording for the page. The page owns the input meanwhile. */
static int write_recording(const struct libspoor *s, struct input *in, const struct pass_options *part,
                           const struct view_request *r, const struct section_to *to)
{
    struct page *p = calloc(1, sizeof *p);

    if (p == NULL) {
        return fault_set(&in->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    p->input = *in;
    p->options = part;
    p->file = path_name(s->path);
    unsigned parts = REPORT_PICTURES | (r->view == LIBSPOOR_VIEW_PAGE ? REPORT_TABLES : 0);
    int status = in->profile_kind == NULL ? report_read(p, NULL, r->limit, parts) : STATUS_OK;

    if (status == STATUS_OK) {
        p->failed |= r->view == LIBSPOOR_VIEW_PAGE && !write_page(p, to);
        report_sections(p, 1, to);
        status = p->failed ? fault_set(&p->input.fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM)) : status;
    }
    *in = p->input;
    p->input = (struct input){.file = in->file};
    report_close(p);
    free(p);
    return status;
}

static int write_view(struct libspoor *s, struct input *in, const struct pass_options *part, struct out *out,
                      const void *arg)
{
    const struct view_request *r = arg;
    const struct section_to to = {out, SECTION_RAW, NULL};
    struct profile p = {.count = 0};
    int status;

    if (r->view == LIBSPOOR_VIEW_PAGE || (in->profile_kind == NULL && r->view == LIBSPOOR_VIEW_TIMELINE)) {
        return write_recording(s, in, part, r, &to);
    }
    if (in->profile_kind != NULL || r->view == LIBSPOOR_VIEW_CALLS) {
        status = query_profile(in, part, 0, "the view", &p);
    } else {
        status = query_profile_of(in, part,
                                  r->view == LIBSPOOR_VIEW_STACKS ? PROFILE_OF_STACKS : PROFILE_OF_WAITS, &p);
    }
    if (status == STATUS_OK &&
        !report_write_profile(&p, path_name(s->path), in->profile_kind != NULL ? in->profile_kind : "spoor",
                              &to, 0)) {
        status = fault_set(&in->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    profile_free(&p);
    return status;
}

int libspoor_view(struct libspoor *s, enum libspoor_view view, const struct libspoor_part *part,
                  uint64_t limit, const struct libspoor_sink *to, struct libspoor_error *error)
{
    if (view > LIBSPOOR_VIEW_WAITS) {
        return engine_fail(error, STATUS_UNREADABLE, "there is no view %d", (int)view);
    }
    return engine_run(s, part, to, error, write_view, &(struct view_request){view, limit});
}
