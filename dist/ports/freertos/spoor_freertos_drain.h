/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of this port. */
#ifndef SPOOR_FREERTOS_DRAIN_H
#define SPOOR_FREERTOS_DRAIN_H

/** Set while the tick wakes the drain task, so that the end of its wait isn't recorded as a timeout. */
extern bool spoor_freertos_wakes_drain;

/** Register the context of main() with a number and a name. Context: boot. */
void spoor_freertos_describe_first(void);

#endif
