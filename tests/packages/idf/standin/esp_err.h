/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef STANDIN_ESP_ERR_H
#define STANDIN_ESP_ERR_H

typedef int esp_err_t;

#define ESP_OK                0
#define ESP_ERR_NOT_SUPPORTED 0x106

#define ESP_ERROR_CHECK(call) ((call) == ESP_OK ? (void)0 : __builtin_trap())

#endif
