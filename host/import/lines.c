/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All lines with code, from the debug information. A line has several instructions: it was executed as often
 * as the one that was executed most often. A line that was inlined into several functions is listed in each.
 */
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include <import/lines.h>

struct adding {
    struct profile *p;
    struct program *program;
    const struct lines_count *counts;
    size_t count;
    uint32_t *covered; /* for each function of the program: index of its entry in the profile, plus 1 */
    struct hash files; /* paths that the profile has */
    const char **paths;
    size_t path_count;
};

/* @return the index of the first count at or after an address */
static size_t first_at(const struct adding *a, uint64_t address)
{
    size_t low = 0, high = a->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (a->counts[middle].address < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ------------------------------------------------------------------ functions */

static uint64_t count_at(const struct adding *a, uint64_t address)
{
    size_t n = first_at(a, address);

    return n < a->count && a->counts[n].address == address ? a->counts[n].count : 0;
}

/* Add the functions. Labels in assembly have no size, and aren't functions unless they were executed. */
static bool add_functions(struct adding *a)
{
    for (size_t n = 0; n < a->program->count; n++) {
        const struct program_function *f = &a->program->functions[n];
        struct spoor_source source;
        uint64_t entered = count_at(a, f->address);

        if (f->size == 0 && entered == 0) {
            continue;
        }
        if (!VECTOR_GROW(a->p->covered, a->p->covered_count)) {
            return false;
        }
        struct profile_covered *c = &a->p->covered[a->p->covered_count++];

        *c = (struct profile_covered){
            .name = profile_keep(a->p, f->name, strlen(f->name)), .address = f->address, .entered = entered};
        a->covered[n] = (uint32_t)a->p->covered_count;
        if (program_source(a->program, f->address, &source) && source.file != NULL) {
            c->file = profile_keep(a->p, source.file, strlen(source.file));
            c->line = source.line;
        }
    }
    return !a->p->failed;
}

/* ------------------------------------------------------------------ lines */

struct wanted {
    const struct adding *a;
    const char *path;
};

static bool same_path(void *arg, uint32_t index)
{
    const struct wanted *w = arg;

    return strcmp(w->a->paths[index], w->path) == 0;
}

/* @return the profile's copy of a path */
static const char *path_of(struct adding *a, const char *path)
{
    uint64_t hash = hash_bytes(0, path, strlen(path));
    uint32_t n = hash_find(&a->files, hash, same_path, &(struct wanted){a, path});

    if (n != HASH_NONE) {
        return a->paths[n];
    }
    const char *kept = VECTOR_GROW(a->paths, a->path_count) ? profile_keep(a->p, path, strlen(path)) : NULL;

    if (kept == NULL || !hash_add(&a->files, hash, (uint32_t)a->path_count)) {
        a->p->failed = true;
        return NULL;
    }
    a->paths[a->path_count++] = kept;
    return kept;
}

static bool add_line(void *arg, uint64_t low, uint64_t high, const char *file, uint32_t line)
{
    struct adding *a = arg;
    const struct program_function *f = program_before(a->program, low);
    uint32_t covered = f != NULL ? a->covered[f - a->program->functions] : 0;
    uint64_t most = 0;

    if (covered == 0 || line == 0 || file == NULL || (f->size != 0 && low - f->address >= f->size)) {
        return true;
    }
    for (size_t n = first_at(a, low); n < a->count && a->counts[n].address < high; n++) {
        most = a->counts[n].count > most ? a->counts[n].count : most;
    }
    const char *path = path_of(a, file);

    if (path == NULL || !VECTOR_GROW(a->p->lines, a->p->line_count)) {
        return false;
    }
    a->p->lines[a->p->line_count++] = (struct profile_line){covered - 1, line, path, most};
    return true;
}

static int by_line(const void *x, const void *y)
{
    const struct profile_line *a = x, *b = y;

    if (a->covered != b->covered) {
        return a->covered < b->covered ? -1 : 1;
    }
    int order = a->file != b->file ? strcmp(a->file, b->file) : 0;

    return order != 0 ? order : a->line < b->line ? -1 : a->line > b->line;
}

/* Join the ranges of a line in a function. */
static void join_lines(struct profile *p)
{
    size_t kept = 0;

    if (p->line_count != 0) {
        sort_stable(p->lines, p->line_count, sizeof *p->lines, by_line);
    }
    for (size_t n = 0; n < p->line_count; n++) {
        if (kept != 0 && by_line(&p->lines[kept - 1], &p->lines[n]) == 0) {
            struct profile_line *l = &p->lines[kept - 1];

            l->count = p->lines[n].count > l->count ? p->lines[n].count : l->count;
        } else {
            p->lines[kept++] = p->lines[n];
        }
    }
    p->line_count = kept;
    for (size_t n = 0; n < kept; n++) {
        p->covered[p->lines[n].covered].lines++;
        p->covered[p->lines[n].covered].executed += p->lines[n].count != 0;
    }
}

/* ------------------------------------------------------------------ branches */

static bool add_branches(struct adding *a, const struct lines_branch *branches, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        struct spoor_source source;

        if (!program_line(a->program, branches[n].address, &source) || source.file == NULL) {
            continue;
        }
        const char *path = path_of(a, source.file);

        if (path == NULL || !VECTOR_GROW(a->p->branches, a->p->branch_count)) {
            return false;
        }
        a->p->branches[a->p->branch_count++] = (struct profile_branch){path, source.line, branches[n].address,
                                                                       branches[n].taken, branches[n].passed};
    }
    return true;
}

bool lines_add(struct profile *p, struct program *program, const struct lines_count *counts, size_t count,
               const struct lines_branch *branches, size_t branch_count)
{
    struct adding a = {.p = p, .program = program, .counts = counts, .count = count};

    a.covered = calloc(program->count + 1, sizeof *a.covered);
    bool ok = a.covered != NULL && add_functions(&a) && program_lines(program, add_line, &a) &&
              add_branches(&a, branches, branch_count);

    if (ok) {
        join_lines(p);
    }
    p->failed |= !ok;
    hash_free(&a.files);
    free(a.paths);
    free(a.covered);
    return ok;
}
