/* SPDX-License-Identifier: BSD-2-Clause */
/* What a recording reports while it goes on: a line on standard error each second, and what it waits for. */
#ifndef RECORD_PROGRESS_H
#define RECORD_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct recording;

struct progress {
    uint64_t begun, reported; /**< ms */
    uint64_t bytes, events;   /**< at the last report */
    bool waiting;             /**< the user was told so */
};

void progress_begin(struct progress *p, uint64_t now);

/** Report, each second, if the recording is asked for it. */
void progress_report(struct progress *p, const struct recording *r, uint64_t now);

/** Report once that a source is silent. @param types  a prompt is awaited, to type at */
void progress_report_waiting(struct progress *p, const struct recording *r, bool types, uint64_t now);

/** End the line. */
void progress_end(const struct recording *r);

#endif
