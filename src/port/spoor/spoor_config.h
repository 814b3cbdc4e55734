/* SPDX-License-Identifier: BSD-2-Clause */
/* The settings of dist/links/ in images of this kernel. */
#ifndef SPOOR_CONFIG_H
#define SPOOR_CONFIG_H

#define SPOOR_RTT_BYTES CONFIG_TRACE_LINK_BYTES

#endif
