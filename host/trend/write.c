/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the file of a history: lines of fields with tabs between. The first field is the line's kind. A
 * metric is named by its number, its position in the first run that had it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "file_priv.h"

/* Append a text as a field. Tabs and ends of lines, which separate fields and lines, become spaces. */
static void put_field(struct bytes *b, const char *text)
{
    for (; *text != 0; text++) {
        bytes_u8(b, (unsigned char)*text < ' ' ? ' ' : (unsigned char)*text);
    }
}

static void put_visits(struct bytes *b, const struct visits *v)
{
    bytes_print(b, "\t%" PRIu64 "\t%" PRIu64 "\t%.9g", v->count, v->total_ns, v->squares);
}

static bool same_visits(const struct visits *a, const struct visits *b)
{
    return a->count == b->count && a->total_ns == b->total_ns && a->squares == b->squares;
}

static bool same_values(const struct metric *a, const struct metric *b)
{
    return same_visits(&a->all, &b->all) && same_visits(&a->undisturbed, &b->undisturbed) &&
           a->max_ns == b->max_ns && a->size == b->size;
}

static void put_run(struct bytes *b, const struct trend_run *run, const struct trend_run *before)
{
    const struct baseline *c = &run->costs, *old = before != NULL ? &before->costs : NULL;

    if (old == NULL || strcmp(old->board, c->board) != 0 || strcmp(old->left_out, c->left_out) != 0 ||
        old->hz != c->hz || old->exact != c->exact || old->shift != c->shift || old->counted != c->counted ||
        old->instructions != c->instructions) {
        bytes_print(b, "how\t%u\t%u\t%u\t%u\t%" PRIu64 "\t", c->hz, c->exact, c->shift, c->counted,
                    c->instructions);
        put_field(b, c->board);
        bytes_u8(b, '\t');
        put_field(b, c->left_out);
        bytes_u8(b, '\n');
    }
    bytes_print(b, "run\t%s\t%" PRIu64 "\t%" PRIu64 "\t", run->commit, run->time, c->lost);
    put_field(b, c->build);
    bytes_u8(b, '\n');
}

static void put_metric(struct bytes *b, struct trend_known *k, size_t number, const struct metric *m)
{
    const char *file = m->file != NULL ? m->file : "", *old = k->file != NULL ? k->file : "";

    if (strcmp(file, old) != 0 || m->line != k->last.line) {
        bytes_print(b, "place\t%zu\t%u\t", number, m->line);
        put_field(b, file);
        bytes_u8(b, '\n');
        free(k->file);
        k->file = strdup(file);
        b->failed |= k->file == NULL;
    }
    if (!k->present || !same_values(&k->last, m)) {
        bytes_print(b, "cost\t%zu\t%" PRIu64 "\t%" PRIu64, number, m->max_ns, m->size);
        put_visits(b, &m->all);
        if (m->undisturbed.count != 0) {
            put_visits(b, &m->undisturbed);
        }
        bytes_u8(b, '\n');
    }
    k->last = *m;
}

/* Write what changed, in the order of the metrics' numbers, in which they are read. */
static void put_metrics(struct bytes *b, struct trend_names *names, const struct baseline *c)
{
    const struct metric **found = calloc(names->count + c->count + 1, sizeof(void *));
    size_t known = names->count;

    b->failed |= found == NULL;
    for (size_t n = 0; n < c->count && !b->failed; n++) {
        size_t number = trend_number_of(names, c->metrics[n].name, n);

        if (number == SIZE_MAX) {
            number = names->count;
            b->failed |= !trend_add_name(names, c->metrics[n].name, c->metrics[n].checked);
        }
        if (!b->failed) {
            found[number] = &c->metrics[n];
        }
    }
    for (size_t n = 0; n < names->count && !b->failed; n++) {
        struct trend_known *k = &names->list[n];

        if (n >= known) {
            bytes_print(b, "name\t%zu\t%u\t", n, k->checked);
            put_field(b, k->name);
            bytes_u8(b, '\n');
        }
        if (found[n] != NULL) {
            put_metric(b, k, n, found[n]);
        } else if (k->present) {
            bytes_print(b, "gone\t%zu\n", n);
        }
        k->present = found[n] != NULL;
    }
    free(found);
}

void trend_write(const struct trend *h, struct bytes *b)
{
    struct trend_names names = {.count = 0};

    bytes_text(b, TREND_MARK "\n");
    for (size_t n = 0; n < h->count; n++) {
        put_run(b, &h->runs[n], n != 0 ? &h->runs[n - 1] : NULL);
        put_metrics(b, &names, &h->runs[n].costs);
    }
    bytes_print(b, "end\t%zu\n", h->count);
    trend_names_free(&names);
}

bool trend_save(const struct trend *h, const char *path)
{
    struct bytes b = {.used = 0};
    char part[4096];

    trend_write(h, &b);
    errno = ENOMEM;
    int length = snprintf(part, sizeof part, "%s.part", path);
    FILE *f = b.failed || length < 0 || (size_t)length >= sizeof part ? NULL : fopen(part, "wb");
    bool saved = f != NULL && fwrite(b.data, 1, b.used, f) == b.used;

    if (f != NULL && fclose(f) != 0) {
        saved = false;
    }
    saved = saved && rename(part, path) == 0;
    if (f != NULL && !saved) {
        int error = errno;

        (void)remove(part);
        errno = error;
    }
    bytes_free(&b);
    return saved;
}
