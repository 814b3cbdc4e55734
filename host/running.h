/* SPDX-License-Identifier: BSD-2-Clause */
/* Who runs on each CPU, as far as the switches tell. */
#ifndef RUNNING_H
#define RUNNING_H

#include <read/read.h>

/** Which thread runs on each CPU, by the switches seen. */
struct running {
    struct {
        bool known;
        uint32_t thread;
    } cpu[64];
    bool unrecorded; /**< switches are not recorded just now */
};

/** Take note of an item, before it is shown if it isn't a switch and after if it is. */
void running_follow(struct running *run, const struct spoor_elf *elf, const struct spoor_item *item);

/** The first of the services: switches and wakes (docs/events.md). */
#define RUNNING_SERVICE 1u

/** @return whether the record is a switch, and to whom */
bool running_is_switch(const struct spoor_elf *elf, const struct spoor_item *item, uint32_t *next);

#endif
