/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The build ID written by the linker (--build-id), from the note that the linker script places at the label
 * build_id_note (System V ABI, "Note Section").
 */
#ifndef SPOOR_UTIL_BUILD_ID_H
#define SPOOR_UTIL_BUILD_ID_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** @return the build ID; its length is stored in `*bytes`. Context: any. */
const uint8_t *spoor_build_id(unsigned *bytes);

/**
 * @return a number that identifies this build: the words of the ID combined by exclusive or
 *
 * Context: any.
 */
uint32_t spoor_build_id_number(void);

SPOOR_EXTERN_C_END

#endif
