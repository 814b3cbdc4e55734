/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by follow.c and calls.c. */
#ifndef MODEL_FOLLOW_PRIV_H
#define MODEL_FOLLOW_PRIV_H

#include <model/follow.h>

/** @return a thread, created on first use. Never NULL. */
struct follow_thread *follow_get(struct follow *f, uint32_t number);

/** Follow functions and stacks. Must be called for each record, because a stack may belong to it. */
void follow_calls(struct follow *f, const struct spoor_item *item, const struct spoor_id *id);

#endif
