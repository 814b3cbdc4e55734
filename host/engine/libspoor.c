/* SPDX-License-Identifier: BSD-2-Clause */
/* The library's handle: opens and closes inputs, and runs queries, each of which reads the recording anew. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <analysis/analysis.h>
#include "engine_priv.h"

_Static_assert((int)LIBSPOOR_WRONG == STATUS_WRONG && (int)LIBSPOOR_UNREADABLE == STATUS_UNREADABLE &&
                   (int)LIBSPOOR_CANT_SAY == STATUS_CANT_SAY,
               "the statuses are the same");

/* ------------------------------------------------------------------ errors */

int engine_fail(struct libspoor_error *e, int status, const char *format, ...)
{
    va_list args;

    e->status = (enum libspoor_status)status;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return status;
}

/* @return the status, after handing on the reason */
static int conclude(const struct libspoor *s, const struct input *in, int status, struct libspoor_error *e)
{
    return engine_fail(e, status, "%s",
                       status == STATUS_OK      ? ""
                       : in->fault.text[0] != 0 ? in->fault.text
                                                : s->last);
}

static void take_message(void *arg, const char *text)
{
    struct libspoor *s = arg;

    snprintf(s->last, sizeof s->last, "%s", text);
    if (s->message != NULL) {
        s->message(s->arg, text);
    }
}

static struct pass_options part_of(const struct libspoor_part *part)
{
    static const struct libspoor_part whole;
    const struct libspoor_part *p = part != NULL ? part : &whole;

    return (struct pass_options){.range = p->range, .where = p->where, .recording = p->recording};
}

/* ------------------------------------------------------------------ the input */

struct libspoor *libspoor_open(const struct libspoor_input *given, struct libspoor_error *error)
{
    struct libspoor *s = calloc(1, sizeof *s);

    if (s == NULL || (s->path = strdup(given->path != NULL ? given->path : "recording")) == NULL ||
        (given->program != NULL && (s->program = strdup(given->program)) == NULL)) {
        (void)engine_fail(error, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
        libspoor_close(s);
        return NULL;
    }
    struct input *in = &s->input;

    s->message = given->message;
    s->arg = given->arg;
    in->report = (struct spoor_report){take_message, s, NULL};
    in->rate = given->rate;
    in->bytes = given->bytes;
    in->bytes_size = given->size;
    if (given->program_bytes != NULL) {
        in->elf = spoor_elf_open_memory(given->program_bytes, given->program_size,
                                        s->program != NULL ? s->program : "program", &in->report);
    }
    int status = given->program_bytes != NULL && in->elf == NULL ? STATUS_UNREADABLE
                                                                 : input_open_any(in, s->program, s->path);

    if (conclude(s, in, status, error) != STATUS_OK) {
        libspoor_close(s);
        return NULL;
    }
    return s;
}

void libspoor_close(struct libspoor *s)
{
    if (s != NULL) {
        input_close(&s->input);
        free(s->path);
        free(s->program);
        free(s);
    }
}

const char *libspoor_profile_format(const struct libspoor *s)
{
    return s->input.profile_kind;
}

/* Open the recording for one query. A profile of another tool is read again, since a query may take it. */
static int begin(struct libspoor *s, struct input *in)
{
    s->last[0] = 0;
    return input_open_again(in, &s->input, &s->input.report);
}

/* ------------------------------------------------------------------ names */

const char *libspoor_table_name(unsigned n)
{
    const struct analysis *a = analysis_nth(n);

    return a != NULL ? a->name : NULL;
}

const char *libspoor_format_name(unsigned n)
{
    const struct export_format *x;

    for (enum export_kind kind = 0; kind < EXPORT_KINDS; kind++) {
        for (unsigned i = 0; (x = export_nth(kind, i)) != NULL; i++, n--) {
            if (n == 0) {
                return x->name;
            }
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ output */

struct out *engine_out(const struct libspoor_sink *to)
{
    struct out *out = calloc(1, sizeof *out);

    if (out != NULL) {
        out->fd = -1;
        out->sink = to->write;
        out->arg = to->arg;
    }
    return out;
}

/* @return the status, or that of the output */
static int close_out(struct out *out, struct input *in, int status)
{
    out_flush(out);
    if (status == STATUS_OK && out->error != 0) {
        status = fault_set(&in->fault, STATUS_UNREADABLE, "output: %s", strerror(out->error));
    }
    free(out);
    return status;
}

int engine_run(struct libspoor *s, const struct libspoor_part *part, const struct libspoor_sink *to,
               struct libspoor_error *error, engine_query query, const void *arg)
{
    struct pass_options options = part_of(part);
    struct input in;
    struct out *out = engine_out(to);

    if (out == NULL) {
        return engine_fail(error, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    int status = begin(s, &in);

    status = close_out(out, &in, status == STATUS_OK ? query(s, &in, &options, out, arg) : status);
    status = conclude(s, &in, status, error);
    input_close(&in);
    return status;
}
