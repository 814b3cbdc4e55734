/* SPDX-License-Identifier: BSD-2-Clause */
/* Encoders are in an array, which the linker makes. */
#ifndef STANDIN_ESP_TRACE_REGISTRY_H
#define STANDIN_ESP_TRACE_REGISTRY_H

#include "esp_trace_port_encoder.h"

typedef struct {
    const char *name;
    const esp_trace_encoder_vtable_t *vtable;
} esp_trace_encoder_desc_t;

#define ESP_TRACE_REGISTER_ENCODER(name_, functions)                                                         \
    static const esp_trace_encoder_desc_t standin_encoder                                                    \
        __attribute__((used, section(".esp_trace_encoder_desc"))) = {(name_), (functions)}

#endif
