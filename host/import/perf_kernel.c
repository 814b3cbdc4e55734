/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's functions, from /proc/kallsyms. They are those of a recording only if the kernel still runs
 * that was recorded: its build ID and its address must be the same.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include <elf/program.h>
#include "perf_priv.h"

#define FEATURES       72 /* offset of the set of features in the header; their places follow the data */
#define FEATURE_BUILD  2
#define BUILD_ID_BYTES 20
#define NOTE_ID        16 /* offset of the build ID in the kernel's first note */

struct kernel_function {
    uint64_t address;
    size_t name; /* offset in the text */
};

struct perf_kernel {
    struct kernel_function *functions; /* by address */
    size_t count;
    char *text;
    size_t used, room;
};

/* ------------------------------------------------------------------ the recorded kernel */

bool perf_kernel_build_id(const struct import_file *file, uint8_t *id)
{
    const uint8_t *b = file->bytes;
    uint64_t features = import_u64(b + FEATURES), place = import_u64(b + 40) + import_u64(b + 48);

    if ((features >> FEATURE_BUILD & 1) == 0) {
        return false;
    }
    for (unsigned bit = 0; bit < FEATURE_BUILD; bit++) {
        place += 16 * (features >> bit & 1);
    }
    if (place > file->size || file->size - place < 16) {
        return false;
    }
    uint64_t at = import_u64(b + place), size = import_u64(b + place + 8);

    if (at > file->size || size > file->size - at) {
        return false;
    }
    for (uint64_t end = at + size; end - at >= 36;) {
        uint32_t bytes = import_u16(b + at + 6);

        if (bytes < 36 || bytes > end - at) {
            return false;
        }
        if (bytes >= 36 + 17 && memcmp(b + at + 36, "[kernel.kallsyms]", 17) == 0) {
            memcpy(id, b + at + 12, BUILD_ID_BYTES);
            return true;
        }
        at += bytes;
    }
    return false;
}

/* ------------------------------------------------------------------ the running kernel */

static FILE *open_in_root(const char *path)
{
    char text[4096];

    snprintf(text, sizeof text, "%.3000s%s", program_root(), path);
    return fopen(text, "rb");
}

static bool is_running(const uint8_t *id)
{
    uint8_t notes[NOTE_ID + BUILD_ID_BYTES];
    FILE *f = open_in_root("/sys/kernel/notes");
    bool same = f != NULL && fread(notes, 1, sizeof notes, f) == sizeof notes &&
                memcmp(notes + NOTE_ID, id, BUILD_ID_BYTES) == 0;

    if (f != NULL) {
        fclose(f);
    }
    return same;
}

static bool add(struct perf_kernel *k, uint64_t address, const char *name)
{
    size_t length = strlen(name) + 1;

    if (k->used + length > k->room) {
        size_t room = 2 * (k->room + length);
        char *grown = realloc(k->text, room);

        if (grown == NULL) {
            return false;
        }
        k->text = grown;
        k->room = room;
    }
    if (!VECTOR_GROW(k->functions, k->count)) {
        return false;
    }
    memcpy(k->text + k->used, name, length);
    k->functions[k->count++] = (struct kernel_function){address, k->used};
    k->used += length;
    return true;
}

static int by_address(const void *a, const void *b)
{
    const struct kernel_function *x = a, *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

/* Read the functions. @param text  receives the address of the symbol `first`, or 0 */
static bool read_functions(struct perf_kernel *k, const char *first, uint64_t *text)
{
    FILE *f = open_in_root("/proc/kallsyms");
    char line[1024], name[512], type;
    uint64_t address;
    bool ok = true;

    while (f != NULL && ok && fgets(line, sizeof line, f) != NULL) {
        if (sscanf(line, "%" SCNx64 " %c %511s", &address, &type, name) != 3) {
            continue;
        }
        if (strcmp(name, first) == 0) {
            *text = address;
        }
        if (strchr("tTwW", type) != NULL && address != 0) {
            ok = add(k, address, name);
        }
    }
    if (f != NULL) {
        fclose(f);
    }
    if (k->count != 0) {
        sort_stable(k->functions, k->count, sizeof *k->functions, by_address);
    }
    return ok;
}

struct perf_kernel *perf_kernel_open(const uint8_t *id, const char *first, uint64_t text, const char **wrong)
{
    struct perf_kernel *k = NULL;
    uint64_t found = 0;

    if (!is_running(id)) {
        *wrong = "recorded with another kernel than the one that runs";
        return NULL;
    }
    k = calloc(1, sizeof *k);
    if (k != NULL && read_functions(k, first, &found) && found == text && found != 0) {
        return k;
    }
    *wrong = found == 0 ? "/proc/kallsyms doesn't show addresses to this user"
                        : "recorded before the system's last start";
    perf_kernel_close(k);
    return NULL;
}

const char *perf_kernel_function(const struct perf_kernel *k, uint64_t address, uint64_t *begin)
{
    size_t low = 0, high = k->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (k->functions[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0) {
        return NULL;
    }
    while (low > 1 && k->functions[low - 2].address == k->functions[low - 1].address) {
        low--; /* of several names the first, as perf has it */
    }
    *begin = k->functions[low - 1].address;
    return k->text + k->functions[low - 1].name;
}

void perf_kernel_close(struct perf_kernel *k)
{
    if (k != NULL) {
        free(k->functions);
        free(k->text);
    }
    free(k);
}
