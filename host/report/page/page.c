/* SPDX-License-Identifier: BSD-2-Clause */
/* Write a report's page: fill the template with the title, the content policy, the sections, the data and the
 * script. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/sha256.h>
#include <report/assets.h>
#include <report/page/embed.h>
#include <report/page/parts.h>
#include <report/page/template.h>

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
    const char *script;  /* script.js of the --template folder, or NULL: the built-in script */
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
        if (w->script != NULL) {
            out_text(out, w->script);
        } else {
            out_bytes(out, asset_viewer, sizeof asset_viewer);
        }
        out_literal(out, "</script>");
    }
}

/* ------------------------------------------------------------------ the script of a template */

/* Browsers see an end of a line as a newline, also for the hash. */
static void unify_lines(char *text)
{
    char *to = text;

    for (const char *at = text; *at != 0; at++) {
        if (*at == '\r') {
            at += at[1] == '\n';
            *to++ = '\n';
        } else {
            *to++ = *at;
        }
    }
    *to = 0;
}

static bool begins_with(const char *at, const char *lower)
{
    while (*lower != 0 && (*at >= 'A' && *at <= 'Z' ? *at + 'a' - 'A' : *at) == *lower) {
        at++;
        lower++;
    }
    return *lower == 0;
}

/* @return what a browser would take in another way than it stands in the file, or NULL */
static const char *misread(const char *script)
{
    const char *end = script + strlen(script);

    for (const char *at = script; at < end; at++) {
        if ((unsigned char)*at >= 0x80) {
            size_t length = out_utf8(at, (size_t)(end - at));

            if (length == 0) {
                return "bytes that aren't UTF-8";
            }
            at += length - 1;
        } else if (*at == '<' && begins_with(at, "</script")) {
            return "</script, which ends the script: write <\\/script";
        } else if (*at == '<' && begins_with(at, "<!--")) {
            return "<!--, which begins a comment of HTML: write <\\!--";
        }
    }
    return NULL;
}

/* Load script.js of the --template folder, if it is there. @return STATUS_OK, or another status after setting
 * the fault */
static int load_script(struct whole *w, char **script)
{
    char path[4096];
    FILE *f = NULL;

    if (w->look->templates != NULL) {
        snprintf(path, sizeof path, "%s/script.js", w->look->templates);
        f = fopen(path, "rb");
    }
    if (f == NULL) {
        return STATUS_OK;
    }
    fclose(f);
    *script = report_file(path, w->fault);
    if (*script == NULL) {
        return STATUS_UNREADABLE;
    }
    unify_lines(*script);
    w->script = *script;
    const char *wrong = misread(*script);

    return wrong == NULL
               ? STATUS_OK
               : fault_set(w->fault, STATUS_UNREADABLE, "%s: a script in a page can't have %s", path, wrong);
}

#define POLICY_MAX 400
#define POLICY_END "; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
#define HASH_MAX   64

/* Write the hash by which a policy allows a script. */
static void name_hash(const char *script, char name[HASH_MAX])
{
    uint8_t hash[SHA256_BYTES];
    struct out digits; /* all but its buffer is set */

    digits.fd = -1;
    digits.error = 0;
    digits.sink = NULL;
    digits.used = 0;
    sha256(script, strlen(script), hash);
    section_write_base64(&digits, hash, sizeof hash);
    snprintf(name, HASH_MAX, "sha256-%.*s", (int)digits.used, digits.bytes);
}

/* Write the page's content security policy, which allows one script. */
static void make_policy(const struct whole *w, char policy[POLICY_MAX])
{
    char hash[HASH_MAX] = ASSET_VIEWER_HASH;

    if (w->script != NULL) {
        name_hash(w->script, hash);
    }
    if (w->look->plain) {
        snprintf(policy, POLICY_MAX, "default-src 'none'%s" POLICY_END,
                 w->look->templates != NULL ? "; img-src data:" : "");
    } else {
        snprintf(policy, POLICY_MAX,
                 "default-src 'none'; script-src '%s' 'wasm-unsafe-eval'; worker-src blob:; "
                 "img-src data: blob:%s" POLICY_END,
                 hash, w->look->live ? "; connect-src 'self'" : "");
    }
}

/* ------------------------------------------------------------------ the page */

static const struct table_kind *find_block(void *arg, const char *name)
{
    const struct whole *w = arg;

    return w->count != 0 ? report_block(&w->pages[0], name) : NULL;
}

static int put_rows(void *arg, const char *name, void (*take)(void *to, const struct cell *row), void *to,
                    struct fault *fault)
{
    const struct whole *w = arg;

    return report_rows(&w->pages[0], name, take, to, fault);
}

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
    char policy[POLICY_MAX], *script = NULL;
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
    struct whole whole = {fault, STATUS_OK, pages, count, look, session, NULL};

    result = result == STATUS_OK ? load_script(&whole, &script) : result;
    make_policy(&whole, policy);
    const struct template_place places[] = {
        {"title", look->title != NULL ? look->title : title, NULL, NULL},
        {"lead", lead, NULL, NULL},
        {"style", style, NULL, NULL},
        {"policy", policy, NULL, NULL},
        {"data", NULL, put_data, &whole},
        {"script", NULL, put_script, &whole},
        {"contents", NULL, count != 0 ? report_contents : put_nothing, pages},
        {"body", NULL, count != 0 ? report_body : put_no_script, pages}};

    const struct template template = {look->templates, places,     COUNT_OF(places),
                                      &whole,          find_block, put_rows};

    result = result == STATUS_OK ? template_write(&template, shell, out, fault) : result;
    result = result == STATUS_OK ? whole.status : result;
    out_flush(out);
    free(shell);
    free(style);
    free(session);
    free(script);
    for (unsigned n = 0; n < count && result == STATUS_OK; n++) {
        result = pages[n].failed ? STATUS_UNREADABLE : STATUS_OK;
    }
    return result;
}
