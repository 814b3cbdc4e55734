/* SPDX-License-Identifier: BSD-2-Clause */
/* The program is embedded without its code: the page shows names and places only. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/file.h>
#include <base/json.h>
#include <elf/slim.h>
#include <report/page/embed.h>
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

static int write_file(const struct section_to *to, unsigned index, const char *what, const char *path,
                      bool program, struct fault *fault)
{
    size_t size;
    uint8_t *bytes = file_map(path, &size, NULL), *slim = NULL;
    int status = STATUS_OK;

    if (bytes == NULL) {
        return fault_set(fault, STATUS_UNREADABLE, "%s: %s", path, strerror(errno));
    }
    if (size > SECTION_MAX) {
        status =
            fault_set(fault, STATUS_UNREADABLE,
                      "%s: %zu MB are too many for a page: choose a part with `spoor cut`, or use `spoor "
                      "serve`",
                      path, size >> 20);
    } else {
        slim = program ? elf_slim(bytes, size) : NULL;
        if ((program && slim == NULL) || !write_bytes(to, index, what, program ? slim : bytes, size)) {
            status = fault_set(fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
        }
    }
    free(slim);
    file_unmap(bytes, size);
    return status;
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
        status = write_file(to, index, "program", p->input.elf_path, true, fault);
    }
    const char *path = strcmp(p->path, "-") == 0 ? "/dev/stdin" : p->path;

    if (status == STATUS_OK && p->input.folder != NULL) {
        return write_bytes(to, index, "recording", p->input.folder, p->input.bytes_size)
                   ? STATUS_OK
                   : fault_set(fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    return status == STATUS_OK ? write_file(to, index, "recording", path, false, fault) : status;
}
