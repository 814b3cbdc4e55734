/* SPDX-License-Identifier: BSD-2-Clause */
/* A slow tick, for long idle times; and a rate that no millisecond is a whole number of. */
#ifndef CONF_SLOW_TICK_H
#define CONF_SLOW_TICK_H

#define CONFIG_TICK_HZ 60

#include "default.h"

#endif
