/* SPDX-License-Identifier: BSD-2-Clause */
/* Reports of a recording in progress: a line on standard error every second, and what it waits for. */
#ifndef RECORD_PROGRESS_H
#define RECORD_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct recording;

struct progress {
    uint64_t begun, reported; /**< ms */
    uint64_t bytes, events;   /**< at the last report */
    bool waiting;             /**< waiting was reported */
};

void progress_begin(struct progress *p, uint64_t now);

/** Report every second, if the recording has `progress`. */
void progress_report(struct progress *p, const struct recording *r, uint64_t now);

/** Report once that a source is silent. @param types  lines are left to type, so a prompt is awaited */
void progress_report_waiting(struct progress *p, const struct recording *r, bool types, uint64_t now);

/** End the line. */
void progress_end(const struct recording *r);

#endif
