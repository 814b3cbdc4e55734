/* SPDX-License-Identifier: BSD-2-Clause */
/* Apply -a, -d, -r, -e and -E of trace_points and trace_blocks to the selected items. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <errno.h>
#include <spoor/service.h>
#include <spoor/shell/print.h>
#include <spoor/visits.h>
#include "command_priv.h"

/* Report the effect: with the name of a single item, or with the number of items. */
static void confirm(const struct trace_kind *k, char option, unsigned changed, unsigned last)
{
    static const struct {
        char option;
        const char *one, *many;
    } words[] = {
        {'a', "on", "enabled"},
        {'d', "off", "disabled"},
        {'r', "reset", "reset"},
        {'e', "recorded", "recording"},
        {'E', "not recorded", "no longer recording"},
    };
    unsigned n = 0;

    while (words[n].option != option) {
        n++;
    }
    if (changed == 1) {
        spoor_printf("%s %u %s: %s\n", k->one, last, k->name(last), words[n].one);
    } else {
        spoor_printf("%s %u %s\n", words[n].many, changed, k->many);
    }
}

#if CONFIG_TRACE_EVENTS && CONFIG_TRACE_VISITS
static int record(const struct trace_kind *k, unsigned id, bool on)
{
    int error = k->point != NULL ? trace_point_set_recorded(k->point(id), on)
                                 : trace_block_set_recorded(k->block(id), on);

    if (error != 0) {
        spoor_printf("%s: %u %s: only %d IDs exist; see CONFIG_TRACE_IDS\n", k->command, id, k->name(id),
                     CONFIG_TRACE_IDS);
    }
    return error;
}
#else
static int record(const struct trace_kind *k, unsigned id, bool on)
{
    (void)k;
    (void)id;
    (void)on;
    return -ENOTSUP;
}
#endif

static int change_one(const struct trace_kind *k, char option, unsigned id)
{
    switch (option) {
    case 'r':
        k->reset(id);
        return 0;
    case 'e':
    case 'E':
        return record(k, id, option == 'e');
    default:
        k->enable(id, option == 'a');
        return 0;
    }
}

int trace_change(const struct trace_kind *k, char option, char **words, int n)
{
    unsigned changed = 0, last = 0, cut = 0;

    for (unsigned id = 0; id < k->size(); id++) {
        if (!trace_selected(k, words, n, id)) {
            continue;
        }
        int error = change_one(k, option, id);

        if (error != 0) {
            return error;
        }
        changed++;
        last = id;
        cut += option == 'a' && trace_item_sites(k, id) == TRACE_SITES_OFF;
    }
    confirm(k, option, changed, last);
    if (cut != 0) {
        spoor_printf("%u patched off: spoor switch --on NAME switches them on in the ELF file\n", cut);
    }
    return 0;
}

#endif
