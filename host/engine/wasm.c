/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The library's calls for WebAssembly, with plain numbers and strings as parameters. The page's
 * engine.js calls them. An answer's bytes go to the function `write` that the module imports.
 */
#include <stdlib.h>
#include "engine_priv.h"

#define EXPORT(name)       __attribute__((export_name(name)))
#define IMPORT(name, call) __attribute__((import_module("spoor"), import_name(name))) call

IMPORT("write", void js_write(const char *bytes, size_t n));
IMPORT("message", void js_message(const char *text));

static struct libspoor_error error;

static void message(void *arg, const char *text)
{
    (void)arg;
    js_message(text);
}

static int take(void *arg, const char *bytes, size_t n)
{
    (void)arg;
    js_write(bytes, n);
    return 0;
}

static const struct libspoor_sink sink = {take, NULL};

EXPORT("alloc") void *engine_alloc(size_t n)
{
    return malloc(n);
}

EXPORT("free") void engine_free(void *at)
{
    free(at);
}

/* The reason of the last failure. */
EXPORT("error") const char *engine_error(void)
{
    return error.text;
}

EXPORT("open") struct libspoor *engine_open(const char *path, const char *program, double rate)
{
    const struct libspoor_input input = {
        .path = path, .program = program, .rate = (uint64_t)rate, .message = message};

    return libspoor_open(&input, &error);
}

EXPORT("close") void engine_close(struct libspoor *s)
{
    libspoor_close(s);
}

EXPORT("format") const char *engine_format(const struct libspoor *s)
{
    return libspoor_profile_format(s);
}

EXPORT("table")
int engine_table(struct libspoor *s, const char *name, const char *range, const char *where, int recording,
                 int form, const char *thread)
{
    const struct libspoor_options options = {.form = (enum libspoor_form)form, .thread = thread};

    return libspoor_table(s, name, &(struct libspoor_part){range, where, (uint64_t)recording}, &options,
                          &sink, &error);
}

EXPORT("events")
int engine_events(struct libspoor *s, const char *range, const char *where, int recording, double first,
                  double most)
{
    return libspoor_events(s, &(struct libspoor_part){range, where, (uint64_t)recording}, (uint64_t)first,
                           (uint64_t)most, &sink, &error);
}

EXPORT("export")
int engine_export(struct libspoor *s, const char *format, const char *range, const char *where, int recording)
{
    return libspoor_export(s, format, &(struct libspoor_part){range, where, (uint64_t)recording}, &sink,
                           &error);
}

EXPORT("view")
int engine_view(struct libspoor *s, int view, const char *range, const char *where, int recording,
                double limit)
{
    return libspoor_view(s, (enum libspoor_view)view,
                         &(struct libspoor_part){range, where, (uint64_t)recording}, (uint64_t)limit, &sink,
                         &error);
}

EXPORT("chosen")
int engine_chosen(struct libspoor *s, const char *range, const char *where, int recording, const char *filter)
{
    return libspoor_chosen(s, &(struct libspoor_part){range, where, (uint64_t)recording}, filter, &sink,
                           &error);
}

/* The name of the n-th format that export() can return. */
EXPORT("format_name") const char *engine_format_name(int n)
{
    const char *name;

    for (unsigned i = 0; (name = libspoor_format_name(i)) != NULL; i++) {
        enum export_kind kind;

        if (!engine_needs_path(export_find(name, &kind)) && n-- == 0) {
            return name;
        }
    }
    return NULL;
}
