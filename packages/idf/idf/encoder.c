/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * esp_trace doesn't start without an encoder. Spoor has links of its own, so nothing is written through this
 * one.
 */
#include "sdkconfig.h"

#if CONFIG_ESP_TRACE_LIB_EXTERNAL

#include <stddef.h>
#include <stdint.h>
#include "esp_err.h"
#include "esp_trace_port_encoder.h"
#include "esp_trace_registry.h"

static esp_err_t start(esp_trace_encoder_t *encoder, const void *settings)
{
    (void)encoder;
    (void)settings;
    return ESP_OK;
}

static esp_err_t refuse(esp_trace_encoder_t *encoder, const void *data, size_t bytes, uint32_t timeout_us)
{
    (void)encoder;
    (void)data;
    (void)bytes;
    (void)timeout_us;
    return ESP_ERR_NOT_SUPPORTED;
}

static const esp_trace_encoder_vtable_t functions = {.init = start, .write = refuse};

ESP_TRACE_REGISTER_ENCODER(CONFIG_ESP_TRACE_LIB_NAME, &functions);

#endif
