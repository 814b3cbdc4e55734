/* SPDX-License-Identifier: BSD-2-Clause */
/* Write a report's page: fill the template with the title, the content policy, the sections, the data and the
 * script. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <report/page/html.h>
#include <report/assets.h>
#include <report/page/parts.h>

static char *read_file(const char *path, struct fault *fault)
{
    char *text = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "rb");
    ssize_t n = f != NULL ? getdelim(&text, &room, 0, f) : -1;

    if (n < 0) {
        (void)fault_set(fault, STATUS_UNREADABLE, "%s: %s", path, errno != 0 ? strerror(errno) : "empty");
        free(text);
        text = NULL;
    }
    if (f != NULL) {
        fclose(f);
    }
    return text;
}

/* Load a file of the --template folder, or the built-in one. The caller must free it. @return NULL after
 * setting the fault */
static char *load(const struct report_look *look, const char *name, const char *built_in, size_t size,
                  struct fault *fault)
{
    char path[4096];

    if (look->templates == NULL) {
        return strndup(built_in, size);
    }
    snprintf(path, sizeof path, "%s/%s", look->templates, name);
    return read_file(path, fault);
}

struct whole {
    struct page *pages;
    unsigned count;
    const struct report_look *look;
    const char *session; /* text of the --session file, or NULL */
};

void report_sections(struct page *pages, unsigned count, const struct section_to *to)
{
    for (unsigned n = 0; n < count; n++) {
        struct page *p = &pages[n];

        p->failed |= p->input.profile_kind != NULL
                         ? !report_write_profile(&p->input.profile, p->file, p->input.profile_kind, to, n)
                         : !report_write(&p->data, to, n);
    }
}

static void put_data(void *arg, struct out *out)
{
    const struct whole *w = arg;

    if (w->look->plain) {
        return;
    }
    report_sections(w->pages, w->count, &(struct section_to){out, SECTION_HTML, &w->pages[0].input.report});
    if (w->session != NULL) {
        section_write_text(out, "spoor-session", w->session);
    }
    if (w->look->live) {
        section_write_text(out, "spoor-live", "1");
    }
}

static void put_script(void *arg, struct out *out)
{
    const struct whole *w = arg;

    if (!w->look->plain) {
        out_literal(out, "<script>");
        out_bytes(out, asset_viewer, sizeof asset_viewer);
        out_literal(out, "</script>");
    }
}

static void set_title(const struct page *pages, unsigned page_count, char *title, size_t size)
{
    const struct page *p = &pages[0];
    const char *board = p->input.profile_kind != NULL ? "" : spoor_recording(p->input.reader)->header.board;

    if (page_count > 1) {
        snprintf(title, size, pages[0].compared != NULL ? "%s and %s" : "%s, %s%s", pages[0].file,
                 pages[1].file, page_count > 2 ? " …" : "");
    } else {
        snprintf(title, size, "%s%s%s", board, board[0] != 0 ? ": " : "", p->file);
    }
}

/* Describe how much of the recording the page has in full detail; leaves the text alone if it has all of it.
 */
static void set_held(const struct report_data *d, char *text, size_t size)
{
    const struct history *h = &d->history;
    const struct report_events *e = &d->events;
    double span = (double)(h->end - h->begin), held = h->full ? (double)(h->upto - h->begin) : span;

    if ((h->full || e->left_out != 0) && d->hz != 0 && span > 0) {
        snprintf(text, size,
                 "; in full detail: intervals of the first %.3f s (%.1f %%) and the first %" PRIu64
                 " events (%.1f %%)",
                 held / d->hz, 100 * held / span, e->count,
                 100 * (double)e->count / (double)(e->count + e->left_out));
    }
}

static void set_lead(const struct page *pages, unsigned page_count, const struct report_look *look,
                     char *lead, size_t size)
{
    const struct page *p = &pages[0];

    if (p->input.profile_kind != NULL) {
        snprintf(lead, size, "%u functions", report_functions(&p->input.profile));
    } else {
        char held[160] = "";

        if (!look->plain) {
            set_held(&p->data, held, sizeof held);
        }
        snprintf(lead, size, "%" PRIu64 " events in %.3f s%s%s%s%s", p->events,
                 p->data.hz != 0 ? (double)(p->data.history.end - p->data.history.begin) / p->data.hz : 0,
                 look->range != NULL ? ", range " : "", look->range != NULL ? look->range : "",
                 page_count > 1 ? "; the tables are for the first file" : "", held);
    }
}

#define POLICY "; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

int report_page(struct page *pages, unsigned count, const struct report_look *look, struct out *out,
                struct fault *fault)
{
    const char *wrong = NULL;
    char title[600], lead[400];
    char *shell = load(look, "shell.html", asset_shell, sizeof asset_shell, fault),
         *style = load(look, "style.css", asset_style, sizeof asset_style, fault),
         *session = look->session != NULL ? read_file(look->session, fault) : NULL;
    int result = shell != NULL && style != NULL && (look->session == NULL || session != NULL)
                     ? STATUS_OK
                     : STATUS_UNREADABLE;

    set_title(pages, count, title, sizeof title);
    set_lead(pages, count, look, lead, sizeof lead);
    struct whole whole = {pages, count, look, session};
    const struct html_place places[] = {{"title", look->title != NULL ? look->title : title, NULL, NULL},
                                        {"lead", lead, NULL, NULL},
                                        {"style", style, NULL, NULL},
                                        {"policy",
                                         look->plain  ? "default-src 'none'" POLICY
                                         : look->live ? "default-src 'none'; script-src '" ASSET_VIEWER_HASH
                                                        "'; img-src data: blob:; connect-src 'self'" POLICY
                                                      : "default-src 'none'; script-src '" ASSET_VIEWER_HASH
                                                        "'; img-src data: blob:" POLICY,
                                         NULL, NULL},
                                        {"data", NULL, put_data, &whole},
                                        {"script", NULL, put_script, &whole},
                                        {"contents", NULL, report_contents, &pages[0]},
                                        {"body", NULL, report_body, &pages[0]}};

    if (result == STATUS_OK && !html_template(out, shell, places, COUNT_OF(places), &wrong)) {
        result = fault_set(fault, STATUS_UNREADABLE, "%s: %s",
                           look->templates != NULL ? look->templates : "shell.html", wrong);
    }
    out_flush(out);
    free(shell);
    free(style);
    free(session);
    for (unsigned n = 0; n < count && result == STATUS_OK; n++) {
        result = pages[n].failed ? STATUS_UNREADABLE : STATUS_OK;
    }
    return result;
}
