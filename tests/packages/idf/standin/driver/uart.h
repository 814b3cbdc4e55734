/* SPDX-License-Identifier: BSD-2-Clause */
/* What README.md uses of the driver for serial ports: components/esp_driver_uart/include/driver/uart.h of
 * ESP-IDF 6. */
#ifndef STANDIN_UART_H
#define STANDIN_UART_H

#include <stddef.h>
#include <stdint.h>
#include <esp_err.h>

typedef enum { UART_NUM_0, UART_NUM_1 } uart_port_t;
typedef enum { UART_DATA_8_BITS = 3 } uart_word_length_t;
typedef enum { UART_PARITY_DISABLE } uart_parity_t;
typedef enum { UART_STOP_BITS_1 = 1 } uart_stop_bits_t;
typedef enum { UART_HW_FLOWCTRL_DISABLE } uart_hw_flowcontrol_t;
typedef enum { UART_SCLK_DEFAULT = 4 } uart_sclk_t;

typedef struct {
    int baud_rate;
    uart_word_length_t data_bits;
    uart_parity_t parity;
    uart_stop_bits_t stop_bits;
    uart_hw_flowcontrol_t flow_ctrl;
    uint8_t rx_flow_ctrl_thresh;
    uint32_t rx_glitch_filt_thresh;
    union {
        uart_sclk_t source_clk;
    };
} uart_config_t;

#define UART_PIN_NO_CHANGE (-1)

esp_err_t uart_driver_install(uart_port_t port, int rx_bytes, int tx_bytes, int events, void *queue,
                              int flags);
esp_err_t uart_param_config(uart_port_t port, const uart_config_t *config);
esp_err_t uart_set_pin(uart_port_t port, int tx, int rx, int rts, int cts);
int uart_write_bytes(uart_port_t port, const void *bytes, size_t n);

#endif
