/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's name and version. A build may define its own SPOOR_VERSION. */
#ifndef SPOOR_UTIL_VERSION_H
#define SPOOR_UTIL_VERSION_H

#define SPOOR_NAME "Spoor"

#ifndef SPOOR_VERSION
#define SPOOR_VERSION "0.1"
#endif

#endif
