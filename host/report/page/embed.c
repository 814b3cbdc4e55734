/* SPDX-License-Identifier: BSD-2-Clause */
/* The program is embedded without its code: the page shows names and places only. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <base/file.h>
#include <base/json.h>
#include <elf/slim.h>
#include <report/page/embed.h>
#include <report/page/packing.h>
#include "data_priv.h"

static bool write_open(const struct page *p, const struct section_to *to, unsigned index, uint64_t limit)
{
    const struct report_data *d = &p->data;
    struct json j = {.depth = 0};
    struct bytes_column c = {.used = 0};
    char name[32];

    json_open(&j, '{');
    json_key_number(&j, "schema", SECTION_SCHEMA);
    json_key_text(&j, "file", p->file);
    json_key_text(&j, "program", d->program);
    json_key_text(&j, "range", p->options->range);
    json_key_text(&j, "where", p->options->where);
    json_key_number(&j, "recording", p->options->recording);
    json_key_number(&j, "rate_hz", p->input.rate);
    json_key_number(&j, "limit", limit);
    json_key_text(&j, "topology", d->topology);
    json_key(&j, "offset_ns");
    json_signed(&j, d->offset_ns);
    json_key(&j, "rate");
    json_real(&j, d->rate != 0 ? d->rate : 1);
    json_close(&j, '}');
    report_section(name, index, "open");
    column_bytes(&c, j.text.data, j.text.used);
    bool done = !j.text.failed && section_write(to, name, &c);

    bytes_free(&j.text);
    column_free(&c);
    return done;
}

/* Write bytes that aren't the column's own. @return false without memory */
static bool write_bytes(const struct section_to *to, unsigned index, const char *what, uint8_t *bytes,
                        size_t size)
{
    char name[32];

    report_section(name, index, what);
    return section_write(to, name, &(struct bytes_column){.bytes = bytes, .used = size});
}

/* @return false after setting the fault */
static bool is_small(const char *path, uint64_t size, struct fault *fault)
{
    if (size > SECTION_MAX) {
        (void)fault_set(fault, STATUS_UNREADABLE,
                        "%s: %llu MB are too many for a page: choose a part with `spoor cut`, or use `spoor "
                        "serve`",
                        path, (unsigned long long)size >> 20);
    }
    return size <= SECTION_MAX;
}

static int write_program(const struct section_to *to, unsigned index, const char *path, struct fault *fault)
{
    size_t size;
    uint8_t *bytes = file_map(path, &size, NULL), *slim = NULL;
    int status = STATUS_OK;

    if (bytes == NULL) {
        return fault_set(fault, STATUS_UNREADABLE, "%s: %s", path, strerror(errno));
    }
    if (!is_small(path, size, fault)) {
        status = STATUS_UNREADABLE;
    } else if ((slim = elf_slim(bytes, size)) == NULL || !write_bytes(to, index, "program", slim, size)) {
        status = fault_set(fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    free(slim);
    file_unmap(bytes, size);
    return status;
}

static const char *path_of(const struct page *p)
{
    return strcmp(p->path, "-") == 0 ? "/dev/stdin" : p->path;
}

/* @return whether the recording's file can be embedded; false after setting the fault */
static bool can_embed(const struct page *p, struct fault *fault)
{
    struct stat st;

    if (stat(path_of(p), &st) != 0) {
        (void)fault_set(fault, STATUS_UNREADABLE, "%s: %s", path_of(p), strerror(errno));
        return false;
    }
    if (!S_ISREG(st.st_mode)) {
        (void)fault_set(fault, STATUS_UNREADABLE, "%s: not a regular file", path_of(p));
        return false;
    }
    return is_small(path_of(p), (uint64_t)st.st_size, fault);
}

void report_pack(struct page *p)
{
    struct fault unused;

    if (p->packing == NULL && p->input.folder == NULL && p->input.profile_kind == NULL &&
        can_embed(p, &unused)) {
        p->packing = packing_begin(path_of(p));
    }
}

static int write_recording(struct page *p, const struct section_to *to, unsigned index, struct fault *fault)
{
    char name[32];

    if (!can_embed(p, fault)) {
        return STATUS_UNREADABLE;
    }
    report_pack(p);
    report_section(name, index, "recording");
    const char *wrong = p->packing != NULL ? packing_write(p->packing, to, name) : strerror(ENOMEM);

    return wrong == NULL ? STATUS_OK
                         : fault_set(fault, STATUS_UNREADABLE,
                                     "%s: can't be compressed into a temporary file: %s", path_of(p), wrong);
}

/* A long recording has an overview, which the page draws before the engine has read the recording. */
static bool write_overview(struct page *p, const struct section_to *to, unsigned index)
{
    return !p->data.history.full || report_write_overview(&p->data, p->events, to, index);
}

int report_embed(struct page *p, const struct section_to *to, unsigned index, uint64_t limit,
                 struct fault *fault)
{
    int status = write_open(p, to, index, limit) && write_overview(p, to, index)
                     ? STATUS_OK
                     : fault_set(fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));

    if (status == STATUS_OK && p->input.elf_path != NULL) {
        status = write_program(to, index, p->input.elf_path, fault);
    }
    if (status == STATUS_OK && p->input.folder != NULL) {
        return write_bytes(to, index, "recording", p->input.folder, p->input.bytes_size)
                   ? STATUS_OK
                   : fault_set(fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    return status == STATUS_OK ? write_recording(p, to, index, fault) : status;
}
