/* SPDX-License-Identifier: BSD-2-Clause */
/* A filter on a stream that is being recorded: a separate reader in a thread. */
#ifndef RECORD_TRIGGER_H
#define RECORD_TRIGGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct until;

/**
 * @param found  called once, in the thread, when an event matches
 * @param wrong  set to the reason, after an error
 * @return NULL after an error
 */
struct until *until_open(const char *filter, const char *elf, void (*found)(void), const char **wrong);

/** Pass bytes of the link. */
void until_bytes(struct until *u, const uint8_t *bytes, size_t n);

/** @return whether an event matched */
bool until_close(struct until *u);

#endif
