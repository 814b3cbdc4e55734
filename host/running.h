/* SPDX-License-Identifier: BSD-2-Clause */
/* Which thread runs on each CPU, as far as the recorded switches show. */
#ifndef RUNNING_H
#define RUNNING_H

#include <read/read.h>

/** Which thread runs on each CPU, by the switches seen. */
struct running {
    struct {
        bool known;
        uint32_t thread;
    } cpu[64];
    bool unrecorded; /**< switches are not recorded at present */
};

/** Follow an item: before it is shown if it isn't a switch, after that if it is. */
void running_follow(struct running *run, const struct spoor_elf *elf, const struct spoor_item *item);

/** The first of the services: switches and wakes (docs/events.md). */
#define RUNNING_SERVICE 1u

/** @return whether the record is a switch; `*next` is the thread that runs then */
bool running_is_switch(const struct spoor_elf *elf, const struct spoor_item *item, uint32_t *next);

#endif
