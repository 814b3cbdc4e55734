/* SPDX-License-Identifier: BSD-2-Clause */
/* Write a report's page: fill the template with the title, the content policy, the sections, the data and the
 * script. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <report/page/html.h>
#include <report/assets.h>
#include <report/page/embed.h>
#include <report/page/parts.h>

char *report_file(const char *path, struct fault *fault)
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
        char *copy = malloc(size + 1); /* clang makes strdup() of strndup(), but built-in files have no NUL */

        if (copy != NULL) {
            memcpy(copy, built_in, size);
            copy[size] = 0;
        }
        return copy;
    }
    snprintf(path, sizeof path, "%s/%s", look->templates, name);
    return report_file(path, fault);
}

struct whole {
    struct fault *fault;
    int status;
    struct page *pages;
    unsigned count;
    const struct report_look *look;
    const char *session; /* text of the --session file, or NULL */
};

/* Write a file of the engine, which is deflated already. */
static void put_packed(struct out *out, const char *name, const char *bytes, size_t n, size_t raw)
{
    section_write_packed(&(struct section_to){out, SECTION_HTML, NULL}, name, (const uint8_t *)bytes, n, raw);
}

/* Write the engine, and what it reads. */
static void embed_all(struct whole *w, const struct section_to *to)
{
    bool recordings = w->count == 0;

    for (unsigned n = 0; n < w->count && w->status == STATUS_OK; n++) {
        struct page *p = &w->pages[n];

        if (p->input.profile_kind != NULL) {
            p->failed |= !report_write_profile(&p->input.profile, p->file, p->input.profile_kind, to, n);
        } else {
            w->status = report_embed(p, to, n, w->look->limit, w->fault);
            recordings = true;
        }
    }
    if (recordings) {
        put_packed(to->out, "engine", asset_engine, sizeof asset_engine, ASSET_ENGINE_BYTES);
        put_packed(to->out, "worker", asset_worker, sizeof asset_worker, ASSET_WORKER_BYTES);
    }
}

/* Write the plug-ins, each with its name in the first line. */
static void put_plugins(const struct report_look *look, struct out *out)
{
    for (unsigned n = 0; n < look->plugin_count; n++) {
        const struct report_plugin *p = &look->plugins[n];
        size_t size = strlen(p->name) + strlen(p->text) + 2;
        char *all = malloc(size), id[32];

        if (all != NULL) {
            snprintf(all, size, "%s\n%s", p->name, p->text);
            snprintf(id, sizeof id, "spoor-plugin-%u", n);
            section_write_text(out, id, all);
            free(all);
        }
    }
}

static void put_data(void *arg, struct out *out)
{
    struct whole *w = arg;

    if (w->look->plain) {
        return;
    }
    const struct section_to to = {out, SECTION_HTML, w->count != 0 ? &w->pages[0].input.report : NULL};

    if (w->look->live) {
        report_sections(w->pages, w->count, &to);
    } else {
        embed_all(w, &to);
    }
    if (w->session != NULL) {
        section_write_text(out, "spoor-session", w->session);
    }
    put_plugins(w->look, out);
    if (w->look->live) {
        section_write_text(out, "spoor-live", "1");
    }
    if (w->look->operated) {
        section_write_text(out, "spoor-operated", "1");
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

#define SCRIPTS "script-src '" ASSET_VIEWER_HASH "' 'wasm-unsafe-eval'; worker-src blob:; "
#define POLICY  "; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/* The viewer has no tables. */
static void put_nothing(void *arg, struct out *out)
{
    (void)arg, (void)out;
}

static void put_no_script(void *arg, struct out *out)
{
    (void)arg;
    out_literal(out, "<noscript><p>The viewer needs a browser with ");
    out_literal(out, "scripts and WebAssembly.</p></noscript>");
}

int report_page(struct page *pages, unsigned count, const struct report_look *look, struct out *out,
                struct fault *fault)
{
    const char *wrong = NULL;
    char title[REPORT_TITLE_MAX], lead[REPORT_LEAD_MAX];
    char *shell = load(look, "shell.html", asset_shell, sizeof asset_shell, fault),
         *style = load(look, "style.css", asset_style, sizeof asset_style, fault),
         *session = look->session != NULL ? report_file(look->session, fault) : NULL;
    int result = shell != NULL && style != NULL && (look->session == NULL || session != NULL)
                     ? STATUS_OK
                     : STATUS_UNREADABLE;

    if (count != 0) {
        report_title(pages, count, title, sizeof title);
        report_lead(pages, count, look, lead, sizeof lead);
    } else {
        snprintf(title, sizeof title, "Spoor");
        snprintf(lead, sizeof lead, "No recording is open.");
    }
    struct whole whole = {fault, STATUS_OK, pages, count, look, session};
    const struct html_place places[] = {
        {"title", look->title != NULL ? look->title : title, NULL, NULL},
        {"lead", lead, NULL, NULL},
        {"style", style, NULL, NULL},
        {"policy",
         look->plain  ? "default-src 'none'" POLICY
         : look->live ? "default-src 'none'; " SCRIPTS "img-src data: blob:; connect-src 'self'" POLICY
                      : "default-src 'none'; " SCRIPTS "img-src data: blob:" POLICY,
         NULL, NULL},
        {"data", NULL, put_data, &whole},
        {"script", NULL, put_script, &whole},
        {"contents", NULL, count != 0 ? report_contents : put_nothing, pages},
        {"body", NULL, count != 0 ? report_body : put_no_script, pages}};

    if (result == STATUS_OK && !html_template(out, shell, places, COUNT_OF(places), &wrong)) {
        result = fault_set(fault, STATUS_UNREADABLE, "%s: %s",
                           look->templates != NULL ? look->templates : "shell.html", wrong);
    }
    result = result == STATUS_OK ? whole.status : result;
    out_flush(out);
    free(shell);
    free(style);
    free(session);
    for (unsigned n = 0; n < count && result == STATUS_OK; n++) {
        result = pages[n].failed ? STATUS_UNREADABLE : STATUS_OK;
    }
    return result;
}
