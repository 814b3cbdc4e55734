/* SPDX-License-Identifier: BSD-2-Clause */
/* The numbers of metrics in the file of a history. */
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "file_priv.h"

void trend_names_free(struct trend_names *names)
{
    for (size_t n = 0; n < names->count; n++) {
        free(names->list[n].name);
        free(names->list[n].file);
    }
    free(names->list);
}

size_t trend_number_of(const struct trend_names *names, const char *name, size_t near)
{
    if (near < names->count && strcmp(names->list[near].name, name) == 0) {
        return near;
    }
    for (size_t n = 0; n < names->count; n++) {
        if (strcmp(names->list[n].name, name) == 0) {
            return n;
        }
    }
    return SIZE_MAX;
}

bool trend_add_name(struct trend_names *names, const char *name, bool checked)
{
    char *copy = VECTOR_GROW(names->list, names->count) ? strdup(name) : NULL;

    if (copy != NULL) {
        names->list[names->count++] = (struct trend_known){.name = copy, .checked = checked};
    }
    return copy != NULL;
}
