/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The links. Pass one to spoor_init(). Each sends whole frames, from any context that may wait. spoor.h
 * includes this file, so a program needs no second #include.
 */
#ifndef SPOOR_LINKS_H
#define SPOOR_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef SPOOR_MEMORY_BYTES
#define SPOOR_MEMORY_BYTES 16384
#endif

#ifndef SPOOR_RTT_BYTES
#define SPOOR_RTT_BYTES 2048
#endif

/** The number of checks for room before frames are dropped. */
#ifndef SPOOR_RTT_WAIT
#define SPOOR_RTT_WAIT 1000000
#endif

/** Wait for room, then send a byte. You must define it for spoor_link_uart(). */
void spoor_uart_put(uint8_t byte);

void spoor_link_uart(const uint8_t *frame, size_t bytes);
void spoor_link_rtt(const uint8_t *frame, size_t bytes);

/**
 * Write the control block's ID into memory if it isn't there yet. Call it early if the probe must find the
 * block before the first frame: OpenOCD searches only once.
 */
void spoor_rtt_init(void);
void spoor_link_itm(const uint8_t *frame, size_t bytes);
void spoor_link_semihosting(const uint8_t *frame, size_t bytes);
void spoor_link_memory(const uint8_t *frame, size_t bytes);

extern uint8_t spoor_memory[];
extern uint32_t spoor_memory_used, spoor_memory_lost;

#ifdef __cplusplus
}
#endif

#endif
