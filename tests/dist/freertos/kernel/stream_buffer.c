/* SPDX-License-Identifier: BSD-2-Clause */
/* Stream buffers that only count bytes, with the trace macros in the same places as in FreeRTOS. */
#include <stream_buffer.h>

size_t xStreamBufferSend(StreamBufferHandle_t b, const void *data, size_t bytes, TickType_t ticks)
{
    (void)data;
    (void)ticks;
    uint32_t mask = standin_mask();
    TaskHandle_t reader = b->reader;

    b->bytes += bytes;
    b->reader = NULL;
    standin_unmask(mask);
    if (reader != NULL) {
        (void)xTaskNotifyGive(reader);
    }
    return bytes;
}

/* The macro isn't in a critical section: interrupts occur there, and another task may run. */
static void wait_for_data(StreamBufferHandle_t b, TickType_t ticks)
{
    (void)b;
    traceBLOCKING_ON_STREAM_BUFFER_RECEIVE(b);
    for (volatile unsigned n = 0; n < 50; n++) {
    }
    (void)xTaskNotifyWait(0, 0, NULL, ticks);
}

size_t xStreamBufferReceive(StreamBufferHandle_t b, void *data, size_t most, TickType_t ticks)
{
    uint32_t mask = standin_mask();
    size_t bytes = b->bytes;

    (void)data;
    if (bytes == 0) {
        b->reader = pxCurrentTCB;
    }
    standin_unmask(mask);
    if (bytes == 0) {
        wait_for_data(b, ticks);
    }
    mask = standin_mask();
    b->reader = NULL;
    bytes = b->bytes < most ? b->bytes : most;
    b->bytes -= bytes;
    standin_unmask(mask);
    return bytes;
}
