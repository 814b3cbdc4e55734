/* SPDX-License-Identifier: BSD-2-Clause */
/* Spread arrays under their Embox names. spoor/util/array_spread.h describes them. */
#ifndef UTIL_ARRAY_SPREAD_H
#define UTIL_ARRAY_SPREAD_H

#include <spoor/util/array_spread.h>

#define ARRAY_SPREAD_DEF            SPOOR_ARRAY_SPREAD_DEF
#define ARRAY_SPREAD_DEF_TERMINATED SPOOR_ARRAY_SPREAD_DEF_TERMINATED
#define ARRAY_SPREAD_DEF_RW         SPOOR_ARRAY_SPREAD_DEF_RW
#define ARRAY_SPREAD_DECLARE        SPOOR_ARRAY_SPREAD_DECLARE
#define ARRAY_SPREAD_DECLARE_RW     SPOOR_ARRAY_SPREAD_DECLARE_RW
#define ARRAY_SPREAD_ADD            SPOOR_ARRAY_SPREAD_ADD
#define ARRAY_SPREAD_ADD_NAMED      SPOOR_ARRAY_SPREAD_ADD_NAMED
#define ARRAY_SPREAD_ADD_RW_NAMED   SPOOR_ARRAY_SPREAD_ADD_RW_NAMED
#define ARRAY_SPREAD_SIZE           SPOOR_ARRAY_SPREAD_SIZE
#define array_spread_foreach_ptr    spoor_array_spread_foreach_ptr
#define array_spread_foreach        spoor_array_spread_foreach

#endif
