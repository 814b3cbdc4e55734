/* SPDX-License-Identifier: BSD-2-Clause */
/* Exports to a sink, to a file or to a folder. */
#include <errno.h>
#include <string.h>
#include <base/path.h>
#include "engine_priv.h"

bool engine_needs_path(const struct export_format *x)
{
    return x->makes == EXPORT_FILE || x->makes == EXPORT_FOLDER;
}

struct export_request {
    const struct export_format *format;
    enum export_kind kind;
    const char *path;
};

static int write_export(struct libspoor *s, struct input *in, const struct pass_options *part,
                        struct out *out, const void *arg)
{
    const struct export_request *r = arg;
    const struct export to = {.out = out, .path = r->path, .name = r->path != NULL ? r->path : "output"};

    if (r->kind == EXPORT_PROFILE) {
        struct export e = to;

        return export_profile(in, part, (const void *)r->format, &e);
    }
    if (in->profile_kind != NULL) {
        return fault_usage(&in->fault, "%s is for recordings; this is %s", r->format->name, in->profile_kind);
    }
    if (r->kind == EXPORT_TRACE) {
        struct trace_export e = {.to = to};

        return export_trace(in, part, (const void *)r->format, &e);
    }
    const struct table_exporter *x = (const void *)r->format;
    struct table_export e = {.to = to};
    struct export_run one = {.name = path_name(s->path), .release = ""};
    int status = export_tables_begin(x, &e, &in->fault);

    status = status == STATUS_OK ? export_tables_add(in, part, x, &e, &one) : status;
    status = status == STATUS_OK ? export_tables_end(x, &e, &in->fault) : status;
    export_tables_close(x, &e);
    return status;
}

static int export_with(struct libspoor *s, const char *format, const struct libspoor_part *part,
                       const struct libspoor_sink *to, const char *path, struct libspoor_error *error)
{
    struct export_request r = {.path = path};

    r.format = export_find(format, &r.kind);
    if (r.format == NULL) {
        return engine_fail(error, STATUS_UNREADABLE, "there is no format %s", format);
    }
    if (path == NULL && engine_needs_path(r.format)) {
        return engine_fail(error, STATUS_UNREADABLE, "%s needs a %s to write to", format,
                           r.format->makes == EXPORT_FILE ? "file" : "folder");
    }
    return engine_run(s, part, to, error, write_export, &r);
}

int libspoor_export(struct libspoor *s, const char *format, const struct libspoor_part *part,
                    const struct libspoor_sink *to, struct libspoor_error *error)
{
    return export_with(s, format, part, to, NULL, error);
}

static int write_file(void *arg, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, arg) == n ? 0 : errno;
}

int libspoor_export_to(struct libspoor *s, const char *format, const struct libspoor_part *part,
                       const char *path, struct libspoor_error *error)
{
    enum export_kind kind;
    const struct export_format *x = export_find(format, &kind);
    bool own = x != NULL && engine_needs_path(x);
    FILE *f = x != NULL && !own ? fopen(path, "wb") : NULL;

    if (x != NULL && !own && f == NULL) {
        return engine_fail(error, STATUS_UNREADABLE, "%s: %s", path, strerror(errno));
    }
    int status = export_with(s, format, part, &(struct libspoor_sink){write_file, f}, path, error);

    if (f != NULL && fclose(f) != 0 && status == STATUS_OK) {
        status = engine_fail(error, STATUS_UNREADABLE, "%s: %s", path, strerror(errno));
    }
    return status;
}
