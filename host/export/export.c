/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of formats; opens and writes files for exporters. */
#include <errno.h>
#include <string.h>
#include <export/profile/exporter.h>
#include <export/table/exporter.h>
#include <export/trace/exporter.h>

/* Defined by the linker: the bounds of the sections that SPOOR_…_EXPORTER() fill. */
extern const struct trace_exporter *const __start_spoor_trace_exporters[],
    *const __stop_spoor_trace_exporters[];
extern const struct profile_exporter *const __start_spoor_profile_exporters[],
    *const __stop_spoor_profile_exporters[];
extern const struct table_exporter *const __start_spoor_table_exporters[],
    *const __stop_spoor_table_exporters[];

#define NTH(kind, n)                                                                                         \
    ((n) < (size_t)(__stop_spoor_##kind##_exporters - __start_spoor_##kind##_exporters)                      \
         ? &__start_spoor_##kind##_exporters[n]->format                                                      \
         : NULL)

const struct export_format *export_nth(enum export_kind kind, unsigned n)
{
    return kind == EXPORT_TRACE ? NTH(trace, n) : kind == EXPORT_PROFILE ? NTH(profile, n) : NTH(table, n);
}

const struct export_format *export_find(const char *name, enum export_kind *kind)
{
    const struct export_format *x;

    for (*kind = 0; *kind < EXPORT_KINDS; (*kind)++) {
        for (unsigned n = 0; (x = export_nth(*kind, n)) != NULL; n++) {
            if (strcmp(x->name, name) == 0) {
                return x;
            }
        }
    }
    return NULL;
}

void export_frame(struct out *o, const char *name)
{
    for (; *name != 0; name++) {
        out_char(o, *name == ';' || *name == '\n' ? ':' : *name);
    }
}

/* ------------------------------------------------------------------ files */

FILE *export_open(struct export *e, const char *name)
{
    char path[4096];
    FILE *f = NULL;

    if (snprintf(path, sizeof path, "%s/%s", e->path, name) < (int)sizeof path) {
        f = fopen(path, "wb+");
    }
    if (f == NULL && e->error == 0) {
        e->error = errno != 0 ? errno : ENAMETOOLONG;
    }
    return f;
}

void export_write(struct export *e, FILE *f, struct bytes *b)
{
    if (b->failed && e->error == 0) {
        e->error = ENOMEM;
    }
    if (f != NULL && b->used != 0 && fwrite(b->data, 1, b->used, f) != b->used && e->error == 0) {
        e->error = errno;
    }
    b->used = 0;
}

void export_flush(struct export *e, struct bytes *b)
{
    if (b->failed && e->error == 0) {
        e->error = ENOMEM;
    }
    out_bytes(e->out, (const char *)b->data, b->used);
    b->used = 0;
}

void export_copy(struct export *e, FILE *f)
{
    char piece[65536];
    size_t n;

    if (fseeko(f, 0, SEEK_SET) != 0) { /* writes what is buffered */
        e->error = e->error == 0 ? errno : e->error;
        return;
    }
    while ((n = fread(piece, 1, sizeof piece, f)) > 0) {
        out_bytes(e->out, piece, n);
    }
    if (ferror(f) && e->error == 0) {
        e->error = EIO;
    }
}
