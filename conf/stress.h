/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads that take turns often, and histograms to add up where they fit. */
#ifndef CONF_STRESS_H
#define CONF_STRESS_H

#define CONFIG_TICK_HZ     10000
#define CONFIG_SLICE_TICKS 1

#include "histogram.h"

#endif
