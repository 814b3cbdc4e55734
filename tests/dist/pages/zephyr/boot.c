/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Zephyr's start on the stand-in kernel: main() runs in a thread, and the console has a shell that takes
 * Spoor's commands without the leading word "spoor".
 */
#include <stdarg.h>
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/drivers/uart.h>
#include <zephyr/sys/printk.h>
#include "spoor.h"
#include <uart.h>

int zephyr_main(void);

const struct device standin_uart1 = {1};

void uart_poll_out(const struct device *device, unsigned char byte)
{
    uart_put(device->port, byte);
}

static void out(const char *text, size_t n)
{
    while (n-- > 0) {
        uart_put(0, (uint8_t)*text++);
    }
}

/* Handles only text and %s. */
void printk(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    for (; *format != '\0'; format++) {
        if (strncmp(format, "%s", 2) == 0) {
            const char *text = va_arg(args, const char *);

            out(text, strlen(text));
            format++;
        } else {
            out(format, 1);
        }
    }
    va_end(args);
}

static void main_thread(void *unused)
{
    (void)unused;
    (void)zephyr_main();
}

static void shell_thread(void *unused)
{
    char byte;

    (void)unused;
    vTaskDelay(2);
    spoor_shell_byte('\r', out);
    for (;;) {
        while (uart_get(0, &byte)) {
            spoor_shell_byte(byte, out);
        }
        vTaskDelay(1);
    }
}

int main(void)
{
    static StaticTask_t main_task, shell_task;
    static StackType_t main_stack[512], shell_stack[1024];

    board_init();
    (void)xTaskCreateStatic(main_thread, "main", 512, NULL, 3, main_stack, &main_task);
    (void)xTaskCreateStatic(shell_thread, "shell", 1024, NULL, 2, shell_stack, &shell_task);
    vTaskStartScheduler();
    return 0;
}
