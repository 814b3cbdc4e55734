/* SPDX-License-Identifier: BSD-2-Clause */
/* The system around the program in README.md, which is linked but doesn't run. */
#include <stdarg.h>
#include <FreeRTOS.h>
#include <task.h>
#include "driver/uart.h"
#include "esp_log.h"

void app_main(void);
void product_timer(void);

void product_timer(void)
{
}

esp_err_t uart_driver_install(uart_port_t port, int rx_bytes, int tx_bytes, int events, void *queue,
                              int flags)
{
    (void)port, (void)rx_bytes, (void)tx_bytes, (void)events, (void)queue, (void)flags;
    return ESP_OK;
}

esp_err_t uart_param_config(uart_port_t port, const uart_config_t *config)
{
    (void)port, (void)config;
    return ESP_OK;
}

esp_err_t uart_set_pin(uart_port_t port, int tx, int rx, int rts, int cts)
{
    (void)port, (void)tx, (void)rx, (void)rts, (void)cts;
    return ESP_OK;
}

int uart_write_bytes(uart_port_t port, const void *bytes, size_t n)
{
    (void)port, (void)bytes;
    return (int)n;
}

void esp_log(const char *tag, const char *format, ...)
{
    (void)tag, (void)format;
}

int main(void)
{
    app_main();
    vTaskStartScheduler();
    return 0;
}
