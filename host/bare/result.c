/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters of the same address are added up, because blocks overlap. Everything is sorted. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <bare/result.h>
#include <base/sort.h>

struct row {
    uint64_t address, a, b;
};

static int by_address(const void *x, const void *y)
{
    const struct row *a = x, *b = y;

    return a->address < b->address ? -1 : a->address > b->address;
}

/* Sort rows, and add up those of the same address. @return their number then */
static size_t add_up(struct row *rows, size_t count)
{
    size_t kept = 0;

    sort_stable(rows, count, sizeof *rows, by_address);
    for (size_t n = 0; n < count; n++) {
        if (kept != 0 && rows[kept - 1].address == rows[n].address) {
            rows[kept - 1].a += rows[n].a;
            rows[kept - 1].b += rows[n].b;
        } else {
            rows[kept++] = rows[n];
        }
    }
    return kept;
}

/* ------------------------------------------------------------------ instructions and branches */

static bool write_counts(FILE *f, const struct blocks *blocks)
{
    size_t count = 0, room = 0, branches = 0;

    for (size_t n = 0; blocks_nth(blocks, n) != NULL; n++) {
        room += blocks_nth(blocks, n)->n;
    }
    struct row *rows = malloc((room + 1) * sizeof *rows), *ends = malloc((room + 1) * sizeof *ends);

    for (size_t n = 0; rows != NULL && ends != NULL && blocks_nth(blocks, n) != NULL; n++) {
        const struct block *b = blocks_nth(blocks, n);
        uint64_t executed = 0;

        for (unsigned i = 0; i < b->n; i++) {
            executed = b->counted[i] ? b->counts[i] : executed;
            if (executed != 0) {
                rows[count++] = (struct row){b->address + b->offsets[i], executed, 0};
            }
        }
        if (b->taken != 0 || b->not_taken != 0) {
            ends[branches++] = (struct row){block_at(b, b->n - 1), b->taken, b->not_taken};
        }
    }
    bool ok = rows != NULL && ends != NULL;

    count = ok ? add_up(rows, count) : 0;
    branches = ok ? add_up(ends, branches) : 0;
    for (size_t n = 0; n < count; n++) {
        fprintf(f, "i %" PRIx64 " %" PRIu64 "\n", rows[n].address, rows[n].a);
    }
    for (size_t n = 0; n < branches; n++) {
        fprintf(f, "b %" PRIx64 " %" PRIu64 " %" PRIu64 "\n", ends[n].address, ends[n].a, ends[n].b);
    }
    free(rows);
    free(ends);
    return ok;
}

/* ------------------------------------------------------------------ calls */

/* A node with the number of its parent in the file. */
struct place {
    uint32_t parent, node;
    const struct calls_node *of;
};

static int by_parent(const void *x, const void *y)
{
    const struct place *a = x, *b = y;

    if (a->parent != b->parent) {
        return a->parent < b->parent ? -1 : 1;
    }
    if (a->of->kind != b->of->kind) {
        return a->of->kind < b->of->kind ? -1 : 1;
    }
    return a->of->key < b->of->key ? -1 : a->of->key > b->of->key;
}

/* Write the nodes by depth, so that parents are numbered before their children are sorted. */
static bool write_nodes(FILE *f, struct calls *calls)
{
    static const char kinds[] = {[CALLS_FUNCTION] = 'f', [CALLS_INTERRUPT] = 'i', [CALLS_THREAD] = 't'};
    uint32_t count, written = 1;
    const struct calls_node *nodes = calls_nodes(calls, &count);
    uint32_t *number = calloc(count, sizeof *number);
    struct place *level = malloc(count * sizeof *level);
    bool ok = number != NULL && level != NULL;

    for (uint32_t depth = 1, n = 1; ok && n != 0; depth++) {
        n = 0;
        for (uint32_t i = 1; i < count; i++) {
            if (nodes[i].depth == depth) {
                level[n++] = (struct place){number[nodes[i].parent], i, &nodes[i]};
            }
        }
        sort_stable(level, n, sizeof *level, by_parent);
        for (uint32_t i = 0; i < n; i++) {
            const struct calls_node *of = level[i].of;

            number[level[i].node] = written++;
            fprintf(f, "n %" PRIu32 " %c %" PRIx64 " %" PRIu64 " %" PRIu64, level[i].parent, kinds[of->kind],
                    of->key, of->self, of->calls);
            if (of->open_calls != 0) {
                fprintf(f, " %" PRIu64 " %" PRIu64, of->open_self, of->open_calls);
            }
            fputc('\n', f);
        }
    }
    free(number);
    free(level);
    return ok;
}

/* ------------------------------------------------------------------ threads */

static void write_threads(FILE *f, const struct threads *threads)
{
    const struct thread *t;

    if (threads_kernel(threads) != NULL) {
        fprintf(f, "kernel %s %s\n", threads_kernel(threads), threads_known(threads) ? "read" : "unread");
    }
    for (uint64_t key = 1; (t = threads_nth(threads, key)) != NULL; key++) {
        fprintf(f, "t %" PRIx64 " %" PRIx64 "%s%s\n", key, t->object, t->name[0] != 0 ? " " : "", t->name);
    }
}

/* ------------------------------------------------------------------ masked sections */

static void write_masked(FILE *f, struct masked *masked)
{
    size_t count;
    const struct masked_place *p = masked_places(masked, &count);

    for (size_t n = 0; n < count; n++) {
        fprintf(f, "m %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", p[n].begun,
                p[n].returns, p[n].ended, p[n].count, p[n].total, p[n].longest);
    }
    const struct masked_unknown *u = masked_unknowns(masked, &count);

    for (size_t n = 0; n < count; n++) {
        fprintf(f, "u %" PRIx64 " %" PRIu64 "\n", u[n].address, u[n].count);
    }
}

/* ------------------------------------------------------------------ stacks */

static void write_stacks(FILE *f, struct depth *depth)
{
    size_t count;
    const struct depth_stack *s = depth_stacks(depth, &count);

    for (size_t n = 0; n < count; n++) {
        fprintf(f, "s %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 "\n", s[n].begin, s[n].end,
                s[n].lowest, s[n].highest, s[n].thread);
    }
}

/* ------------------------------------------------------------------ memory */

static void write_regions(FILE *f, struct regions *regions)
{
    size_t count;
    struct region *const *r = regions_list(regions, &count);

    for (size_t n = 0; n < count; n++) {
        fprintf(f, "r %" PRIx64 " %" PRIx64 " %" PRIu64 " %" PRIu64 "\n", r[n]->begin, r[n]->end, r[n]->reads,
                r[n]->writes);
    }
}

/* ------------------------------------------------------------------ the file */

bool result_write(const char *path, const struct result *r)
{
    FILE *f = fopen(path, "w");

    if (f == NULL) {
        return false;
    }
    fprintf(f, "spoor-bare 1\nmachine %u\ninstructions %" PRIu64 "\n", r->program->machine, r->instructions);
    if (r->program->build_id_bytes != 0) {
        fprintf(f, "build-id ");
        for (size_t n = 0; n < r->program->build_id_bytes; n++) {
            fprintf(f, "%02x", r->program->build_id[n]);
        }
        fputc('\n', f);
    }
    fprintf(f, "loaded %016" PRIx64 "\n", program_hash(r->program));
    write_threads(f, r->threads);
    bool ok = write_counts(f, r->blocks) && write_nodes(f, r->calls);

    write_masked(f, r->masked);
    write_stacks(f, r->depth);
    if (r->regions != NULL) {
        write_regions(f, r->regions);
    }

    errno = ok ? 0 : ENOMEM;
    fprintf(f, "end\n");
    ok = ok && ferror(f) == 0;
    return fclose(f) == 0 && ok;
}
