/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Settings in Arduino. Cores with a cycle counter use it; others use micros(). A board overrides them by
 * flags in build.extra_flags.
 */
#ifndef SPOOR_USER_H
#define SPOOR_USER_H

#include <stdint.h>

#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M'
#error "The library Spoor works on boards with a Cortex-M: select such a board"
#endif

#ifndef SPOOR_BOARD_NAME
#define SPOOR_BOARD_NAME "Arduino"
#endif
#ifndef SPOOR_LINK_NAME
#define SPOOR_LINK_NAME "serial"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if !defined(SPOOR_ARDUINO_MICROS) && (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) ||              \
                                       defined(__ARM_ARCH_8M_MAIN__) || defined(__ARM_ARCH_8_1M_MAIN__))
uint32_t spoor_arduino_hz(void);
#define SPOOR_CYCLES_HZ spoor_arduino_hz()
#else
#ifndef SPOOR_ARDUINO_MICROS
#define SPOOR_ARDUINO_MICROS
#endif
uint32_t spoor_arduino_micros(void);
#define SPOOR_CYCLES()  spoor_arduino_micros()
#define SPOOR_CYCLES_HZ 1000000
#endif

#ifdef __cplusplus
}
#endif

#endif
