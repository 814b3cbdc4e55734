/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of kernels. Each has a file of its own: what recognizes it, its lists of threads, their contexts.
 */
#include <base/count.h>
#include <base/message.h>
#include <elf/opened.h>
#include "kernels_priv.h"

static const struct kernel_row *const rows[] = {
    &kernel_spoor,
    &kernel_freertos,
    &kernel_zephyr,
};

static bool has_symbols(const struct kernel_row *row, const struct spoor_elf *elf)
{
    for (unsigned n = 0; n < KERNEL_SYMBOLS && row->symbols[n] != NULL; n++) {
        if (symbols_find(elf->file, row->symbols[n]) == NULL) {
            return false;
        }
    }
    return true;
}

static void set_number(struct core_thread_layout *l, size_t to, uint64_t value)
{
    *(uint32_t *)((char *)l + to) = (uint32_t)value;
}

/* A structure that was found isn't complete because of an option, rather than for want of debug information:
 * the row's first member is always there. */
static void say_missing(const struct kernel_row *row, const struct kernel_member *m,
                        const struct spoor_elf *elf, const char *name, const struct spoor_report *report)
{
    if (m->option != NULL) {
        message_say(report, name, "threads that wait aren't shown: %s was built without the option %s of %s",
                    spoor_elf_name(elf), m->option, row->name);
    } else {
        message_say(
            report, name,
            "threads that wait aren't shown: %s has no debug information about %s of struct %s: build "
            "with -g",
            spoor_elf_name(elf), m->name, m->structure);
    }
}

static bool find_members(const struct kernel_row *row, const struct spoor_elf *elf, const char *name,
                         const struct spoor_report *report, struct core_thread_layout *l)
{
    uint64_t offset = 0, bytes = 0;

    for (unsigned n = 0; n < KERNEL_MEMBERS && row->members[n].name != NULL; n++) {
        const struct kernel_member *m = &row->members[n];

        if (!elf_file_member(elf->file, m->structure, m->name, &offset, &bytes) || bytes > UINT16_MAX ||
            offset >= bytes) {
            if (m->optional) {
                continue;
            }
            say_missing(row, m, elf, name, report);
            return false;
        }
        set_number(l, m->to, offset);
        if (m->bytes != KERNEL_NO_BYTES) {
            set_number(l, m->bytes, bytes);
        }
    }
    return true;
}

bool core_kernel_find(const struct spoor_elf *elf, const char *name, const struct spoor_report *report,
                      struct core_kernel *k)
{
    const struct kernel_row *row = NULL;

    for (unsigned n = 0; n < COUNT_OF(rows) && row == NULL; n++) {
        row = has_symbols(rows[n], elf) ? rows[n] : NULL;
    }
    if (row == NULL) {
        return false;
    }
    *k = (struct core_kernel){.name = row->name};
    if (!find_members(row, elf, name, report, &k->threads)) {
        return false;
    }
    row->place(elf->file, &k->threads);
    k->no_context = row->look != NULL ? row->look(elf->file, &k->threads) : NULL;
    if (k->no_context == NULL) {
        k->no_context = row->context(elf->file, &k->context);
    }
    return true;
}
