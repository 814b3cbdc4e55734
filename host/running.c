/* SPDX-License-Identifier: BSD-2-Clause */
/* Which thread runs on each CPU, as far as the recorded switches show. */
#include <string.h>
#include "running.h"

bool running_is_switch(const struct spoor_elf *elf, const struct spoor_item *item, uint32_t *next)
{
    const struct spoor_id *id = spoor_id(elf, item->id);

    return item->kind == SPOOR_RECORD && strstr(id->name, "switch") != NULL &&
           spoor_field(id, item->word, "next", next);
}

/* While switches aren't recorded, and when they are again, the running thread is unknown. */
static void follow_services(struct running *run, uint32_t services)
{
    bool records = services & RUNNING_SERVICE;

    if (!records || run->unrecorded) {
        memset(run->cpu, 0, sizeof run->cpu);
    }
    run->unrecorded = !records;
}

void running_follow(struct running *run, const struct spoor_elf *elf, const struct spoor_item *item)
{
    uint32_t next;

    if (item->cpu >= sizeof run->cpu / sizeof run->cpu[0]) {
        return;
    }
    switch (item->kind) {
    case SPOOR_RECORD:
        if (running_is_switch(elf, item, &next)) {
            run->cpu[item->cpu].known = true;
            run->cpu[item->cpu].thread = next;
        } else if (strcmp(spoor_id(elf, item->id)->name, "services") == 0 &&
                   spoor_field(spoor_id(elf, item->id), item->word, "running", &next)) {
            follow_services(run, next);
        }
        break;
    case SPOOR_GAP:
    case SPOOR_MISSING:
    case SPOOR_JOINED:
    case SPOOR_RESTART:
        run->cpu[item->cpu].known = false; /* a switch may be among the missing records */
        break;
    default:
        break;
    }
}
