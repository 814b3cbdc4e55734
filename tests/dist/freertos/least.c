/* SPDX-License-Identifier: BSD-2-Clause */
/* The smallest product on FreeRTOS: a task with a point and a block, to measure how much Spoor adds. With
 * RECORDED it starts and stops the stream by C calls. */
#include <FreeRTOS.h>
#include <task.h>
#include "../loop/product.h"
#include "spoor.h"

void spoor_uart_put(uint8_t byte)
{
    product_put(1, (char)byte);
}

#if CONFIG_TRACE && defined(CALLS_SHELL)
static void out(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        product_put(0, text[i]);
    }
}
#endif

static void worker(void *unused)
{
    (void)unused;
#ifdef RECORDED
    trace_stream_start(TRACE_SERVICES_USUAL);
    vTaskDelay(RECORDED);
    trace_stream_stop();
    product_exit();
#endif
    for (;;) {
        TRACE_BLOCK_SCOPED(part);
        trace_point("loops");
#if CONFIG_TRACE && defined(CALLS_SHELL)
        spoor_shell_byte('\r', out);
#endif
        vTaskDelay(1);
    }
}

int main(void)
{
    static StackType_t stack[128];
    static StaticTask_t task;

    product_init();
    (void)spoor_init(spoor_link_uart);
    xTaskCreateStatic(worker, "worker", 128, NULL, 2, stack, &task);
    vTaskStartScheduler();
    return 0;
}
