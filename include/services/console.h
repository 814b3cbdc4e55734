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
 * Write all of `data`, with "\n" sent as "\r\n". A thread waits for room. In an interrupt or before the
 * scheduler runs it sends by polling.
 *
 * Context: any.
 */
void console_write(const char *data, size_t n);

/**
 * Redirect the text of console_write(), unchanged, to `write`, which is called in the caller's context.
 * NULL ends the redirection. For tests: the C library's output goes through console_write().
 *
 * Context: thread.
 */
void console_divert(void (*write)(const char *data, size_t n));

/**
 * Write a frame of the trace link in one piece. Text waits for its end, or sends the rest of it first. The
 * frame is sent by polling, so that it causes no interrupts.
 *
 * Context: thread.
 */
void console_write_frame(const void *frame, size_t n);

/**
 * Read at least one byte.
 *
 * @return the number of bytes read, or -ETIMEDOUT
 *
 * Context: thread, one at a time.
 */
int console_read(char *data, size_t n, uint32_t timeout_ms);

/** Wait for input. @return 0, or -ETIMEDOUT. Context: thread, one at a time. */
int console_wait(uint32_t timeout_ms);

/**
 * Discard the input up to and including `byte`, if it was received. @return whether it was. Context: the
 * reading thread.
 */
bool console_take(char byte);

/** Wait until all output has been sent. Context: thread. */
void console_flush(void);

/** @return input bytes lost because no thread read them in time. Context: any. */
uint32_t console_input_lost(void);

SPOOR_EXTERN_C_END

#endif
