/* SPDX-License-Identifier: BSD-2-Clause */
/* Spoor's port includes the kernel's headers by their own names. */
#ifndef SPOOR_IDF_FREERTOS_H
#define SPOOR_IDF_FREERTOS_H

#include "freertos/FreeRTOS.h"

#endif
