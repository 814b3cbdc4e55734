/* SPDX-License-Identifier: BSD-2-Clause */
#include <zephyr/kernel.h>
#include <zephyr/device.h>
#include <zephyr/drivers/uart.h>
#include <zephyr/sys/printk.h>
#include "spoor.h"

TRACE_EVENT_DEF(level, TRACE_USER, "value"); /* an event with one value */

#define TRACE_PORT DT_NODELABEL(uart1) /* not the console's */
BUILD_ASSERT(DT_NODE_HAS_STATUS(TRACE_PORT, okay), "TRACE_PORT has to be a serial port with status okay");

static const struct device *const trace_port = DEVICE_DT_GET(TRACE_PORT);

/* Called by Spoor: wait until there is room, then send the byte. */
void spoor_uart_put(uint8_t byte)
{
    uart_poll_out(trace_port, byte);
}

static void parse(uint32_t n)
{
    TRACE_BLOCK_SCOPED(parse); /* how long: until the end of the scope */
    trace_point("packets");    /* how often */
    trace_event(level, n);
}

int main(void)
{
    const char *error = spoor_init(spoor_link_uart); /* first in main() */

    printk("spoor: %s\n", error != NULL ? error : "ok");
    for (uint32_t n = 0;; n++) {
        parse(n);
        k_msleep(1);
    }
}
