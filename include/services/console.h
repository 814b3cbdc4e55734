/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The console: the board's first serial line, shared by stdio, the shell and fault reports.
 */
#ifndef KERNEL_CONSOLE_H
#define KERNEL_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Write all of `data`; "\n" goes out as "\r\n". Waits for room in a thread; from an interrupt or before
 * the scheduler runs it sends by polling.
 *
 * Context: any.
 */
void console_write(const char *data, size_t n);

/**
 * Have console_write() give its text to `write` instead, as it is, in the caller's context; NULL ends that.
 * For tests: the C library's output goes through console_write().
 *
 * Context: thread.
 */
void console_divert(void (*write)(const char *data, size_t n));

/**
 * Write a frame of the trace link, in one piece: text waits for its end, or sends the rest of it first. Sent
 * by polling, so that it causes no interrupts.
 *
 * Context: thread.
 */
void console_write_frame(const void *frame, size_t n);

/**
 * Read at least one byte.
 *
 * @return bytes read, or -ETIMEDOUT
 *
 * Context: thread, one at a time.
 */
int console_read(char *data, size_t n, uint32_t timeout_ms);

/** Wait for input. @return 0, or -ETIMEDOUT. Context: thread, one at a time. */
int console_wait(uint32_t timeout_ms);

/** Drop the input up to a byte, if it's there. @return whether it was. Context: the thread that reads. */
bool console_take(char byte);

/** Wait until everything written has left. Context: thread. */
void console_flush(void);

/** @return input bytes lost because no thread read them in time. Context: any. */
uint32_t console_input_lost(void);

SPOOR_EXTERN_C_END

#endif
