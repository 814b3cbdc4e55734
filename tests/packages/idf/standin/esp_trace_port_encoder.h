/* SPDX-License-Identifier: BSD-2-Clause */
/* Those of an encoder's functions that esp_trace requires. */
#ifndef STANDIN_ESP_TRACE_PORT_ENCODER_H
#define STANDIN_ESP_TRACE_PORT_ENCODER_H

#include <stddef.h>
#include <stdint.h>
#include "esp_err.h"

typedef struct esp_trace_encoder esp_trace_encoder_t;

typedef struct {
    esp_err_t (*init)(esp_trace_encoder_t *encoder, const void *settings);
    esp_err_t (*write)(esp_trace_encoder_t *encoder, const void *data, size_t bytes, uint32_t timeout_us);
} esp_trace_encoder_vtable_t;

#endif
