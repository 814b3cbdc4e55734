/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of this port. */
#ifndef SPOOR_FREERTOS_DRAIN_H
#define SPOOR_FREERTOS_DRAIN_H

/** The tick wakes the task that drains: its wait ends by that, not by its time. */
extern bool spoor_freertos_wakes_drain;

/** Number and name the context of main(). Context: boot. */
void spoor_freertos_describe_first(void);

#endif
