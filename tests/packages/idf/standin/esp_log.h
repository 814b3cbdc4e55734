/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef STANDIN_ESP_LOG_H
#define STANDIN_ESP_LOG_H

#define ESP_LOGE(tag, ...) esp_log(tag, __VA_ARGS__)
#define ESP_LOGD(tag, ...) esp_log(tag, __VA_ARGS__)

void esp_log(const char *tag, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
