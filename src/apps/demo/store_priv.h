/* SPDX-License-Identifier: BSD-2-Clause */
/* The store: a server that keeps values by key. Clients send messages and wait for the reply. */
#ifndef STORE_PRIV_H
#define STORE_PRIV_H

#include <stdint.h>

enum store_key { STORE_FRAMES, STORE_BURSTS, STORE_PEAK_ENERGY, STORE_IMAGE_CRC, STORE_IMAGE_PASSES };

/** Store a value. @return 0, or a negative errno of ipc_send() or of the journal. Context: thread. */
int store_put(enum store_key key, uint32_t value);

/** Fetch a value. @return 0, -ENOENT if there is none, or an error of store_put(). Context: thread. */
int store_get(enum store_key key, uint32_t *value);

#endif
