/* SPDX-License-Identifier: BSD-2-Clause */
/* Spoor's port includes the kernel's headers by their own names. */
#ifndef SPOOR_IDF_SEMPHR_H
#define SPOOR_IDF_SEMPHR_H

#include "freertos/semphr.h"

#endif
