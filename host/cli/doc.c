/* SPDX-License-Identifier: BSD-2-Clause */
/* The two forms of a page: filled text, and the man macros of groff in ASCII. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <cli/doc.h>
#include <spoor/util/version.h>

#define WIDTH    80
#define TAG_ROOM 26 /* longer tags have a line of their own */

/* ------------------------------------------------------------------ text for a terminal */

/* @return the columns that UTF-8 text takes */
static int columns(const char *text, size_t n)
{
    int count = 0;

    for (size_t i = 0; i < n; i++) {
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return count;
}

/* Write words from the column `at` on, in lines that begin at `margin`. */
static void fill(FILE *to, const char *text, size_t length, int margin, int at)
{
    const char *end = text + length;

    while (text < end) {
        text += strspn(text, " \n");
        size_t n = strcspn(text, " \n");

        n = n > (size_t)(end - text) ? (size_t)(end - text) : n;
        if (n == 0) {
            break;
        }
        if (at > margin && at + 1 + columns(text, n) > WIDTH) {
            fprintf(to, "\n%*s", margin, "");
            at = margin;
        } else if (at > margin) {
            fputc(' ', to);
            at++;
        }
        fprintf(to, "%.*s", (int)n, text);
        at += columns(text, n);
        text += n;
    }
    fputc('\n', to);
}

/* ------------------------------------------------------------------ source for man(1) */

/* Write a character of UTF-8, and move past it. */
static void put_wide(FILE *to, const char **at)
{
    const unsigned char *c = (const unsigned char *)*at;
    unsigned more = c[0] >= 0xf0 ? 3 : c[0] >= 0xe0 ? 2 : 1;
    uint32_t code = c[0] & (0x3fu >> more);

    for (unsigned i = 1; i <= more; i++) {
        code = code << 6 | (c[i] & 0x3f);
    }
    fprintf(to, "\\[u%04X]", code);
    *at += more + 1;
}

/* Commands are copied from a page to a shell: groff must not make other characters of theirs. */
static void put_roff(FILE *to, const char *text, size_t length, bool marks)
{
    const char *end = text + length;
    bool bold = false;

    if (length != 0 && (*text == '.' || *text == '\'')) {
        fputs("\\&", to);
    }
    while (text < end) {
        static const char *const names[] = {
            ['-'] = "\\-",   ['\\'] = "\\(rs", ['\''] = "\\(aq", ['^'] = "\\(ha",
            ['~'] = "\\(ti", ['"'] = "\\(dq",  ['`'] = "\\(ga"};
        unsigned char c = (unsigned char)*text;

        if (c >= 0x80) {
            put_wide(to, &text);
            continue;
        }
        if (c == '`' && marks) {
            bold = !bold;
            fputs(bold ? "\\fB" : "\\fR", to);
        } else if (c < sizeof names / sizeof names[0] && names[c] != NULL) {
            fputs(names[c], to);
        } else if (c == '\n') {
            fputs(text[1] == '.' || text[1] == '\'' ? "\n\\&" : "\n", to);
        } else {
            fputc(c, to);
        }
        text++;
    }
}

/* ------------------------------------------------------------------ pages */

static void put_synopsis(FILE *to, const char *synopsis)
{
    size_t name = strcspn(synopsis, " ");

    fputs(".B spoor", to);
    if (name != 0 && islower((unsigned char)synopsis[0])) {
        fputc(' ', to);
        put_roff(to, synopsis, name, false);
        synopsis += name + strspn(synopsis + name, " ");
    }
    fputs("\n.RI ", to);
    fputc('"', to);
    put_roff(to, synopsis, strlen(synopsis), false);
    fputs("\"\n", to);
}

/* Text is separated from all before it, items are separated from text. */
static void separate(struct doc *p, int next)
{
    if (p->form == DOC_TERMINAL && p->last != DOC_NOTHING && (next == DOC_TEXT || p->last == DOC_TEXT)) {
        fputc('\n', p->to);
    }
    p->last = next;
}

void doc_begin(struct doc *p, const char *name, const char *synopsis, const char *summary)
{
    if (p->form == DOC_TERMINAL) {
        if (synopsis != NULL) {
            fprintf(p->to, "usage: spoor %s\n\n", synopsis);
        }
        fill(p->to, summary, strlen(summary), 0, 0);
        p->last = DOC_TEXT;
        return;
    }
    fputs(".TH ", p->to);
    for (const char *c = name; *c != 0; c++) {
        fputs(*c == '-' ? "\\-" : (char[]){(char)toupper((unsigned char)*c), 0}, p->to);
    }
    fprintf(p->to, " 1 \"\" \"" SPOOR_NAME " " SPOOR_VERSION "\" \"" SPOOR_NAME "\"\n.nh\n.ad l\n.SH NAME\n");
    put_roff(p->to, name, strlen(name), false);
    fputs(" \\- ", p->to);
    put_roff(p->to, summary, strlen(summary), true);
    fputs("\n", p->to);
    if (synopsis != NULL) {
        fputs(".SH SYNOPSIS\n", p->to);
        put_synopsis(p->to, synopsis);
    }
    p->last = DOC_NOTHING;
}

void doc_section(struct doc *p, const char *title)
{
    if (p->form == DOC_TERMINAL) {
        fprintf(p->to, "\n%c%s:\n", toupper((unsigned char)title[0]), title + 1);
    } else {
        fputs(".SH ", p->to);
        for (const char *c = title; *c != 0; c++) {
            fputc(toupper((unsigned char)*c), p->to);
        }
        fputc('\n', p->to);
    }
    p->last = DOC_NOTHING;
}

void doc_subsection(struct doc *p, const char *title)
{
    fprintf(p->to, p->form == DOC_TERMINAL ? " %s\n" : ".SS %s\n", title);
    p->last = DOC_NOTHING;
}

void doc_description(struct doc *p, const char *text)
{
    if (p->form == DOC_MAN) {
        fputs(".SH DESCRIPTION\n", p->to);
    }
    doc_text(p, text);
}

static void put_lines(struct doc *p, const char *text, size_t length)
{
    if (p->form == DOC_TERMINAL) {
        fprintf(p->to, "%.*s\n", (int)length, text);
        return;
    }
    fputs(".PP\n.nf\n", p->to);
    put_roff(p->to, text, length, false);
    fputs("\n.fi\n", p->to);
}

void doc_text(struct doc *p, const char *text)
{
    while (text != NULL && *text != 0) {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);

        length -= length != 0 && text[length - 1] == '\n';
        separate(p, DOC_TEXT);
        if (strncmp(text, "  ", 2) == 0) {
            put_lines(p, text, length);
        } else if (p->form == DOC_TERMINAL) {
            fill(p->to, text, length, 0, 0);
        } else {
            fputs(".PP\n", p->to);
            put_roff(p->to, text, length, true);
            fputc('\n', p->to);
        }
        text = end != NULL ? end + 2 : NULL;
    }
}

void doc_item(struct doc *p, const char *tag, const char *text)
{
    int room = p->room != 0 ? p->room : TAG_ROOM;

    separate(p, DOC_ITEM);
    if (p->form == DOC_TERMINAL) {
        int used = 2 + columns(tag, strlen(tag));

        fprintf(p->to, "  %s", tag);
        if (used + 1 > room) {
            fputc('\n', p->to);
            used = 0;
        }
        fprintf(p->to, "%*s", room - used, "");
        fill(p->to, text, strlen(text), room, room);
    } else {
        fputs(".TP\n\\fB", p->to);
        put_roff(p->to, tag, strlen(tag), false);
        fputs("\\fR\n", p->to);
        put_roff(p->to, text, strlen(text), true);
        fputc('\n', p->to);
    }
}

void doc_example(struct doc *p, const char *command, const char *what)
{
    if (p->form == DOC_TERMINAL) {
        fputs("  ", p->to);
        fill(p->to, what, strlen(what), 2, 2);
        fprintf(p->to, "      %s\n", command);
    } else {
        fputs(".TP\n", p->to);
        put_roff(p->to, what, strlen(what), true);
        fputs("\n.nf\n.B ", p->to);
        put_roff(p->to, command, strlen(command), false);
        fputs("\n.fi\n", p->to);
    }
    p->last = DOC_ITEM;
}
