/* SPDX-License-Identifier: BSD-2-Clause */
/* Stream buffers of the stand-in, since V10. */
#ifndef STREAM_BUFFER_H
#define STREAM_BUFFER_H

#include <task.h>

typedef struct {
    TaskHandle_t reader; /* the waiting task */
    volatile size_t bytes;
} StaticStreamBuffer_t, *StreamBufferHandle_t;

size_t xStreamBufferSend(StreamBufferHandle_t b, const void *data, size_t bytes, TickType_t ticks);
size_t xStreamBufferReceive(StreamBufferHandle_t b, void *data, size_t bytes, TickType_t ticks);

#endif
