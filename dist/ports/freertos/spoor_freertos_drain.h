/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of this port. */
#ifndef SPOOR_FREERTOS_DRAIN_H
#define SPOOR_FREERTOS_DRAIN_H

/** Number and name the context of main(). Context: boot. */
void spoor_freertos_describe_first(void);

#endif
