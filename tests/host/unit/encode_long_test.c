/* SPDX-License-Identifier: BSD-2-Clause */
/* Run the encoder's tests with the maximum of CONFIG_TRACE_DATA_BYTES. */
#include "encode_test.c"
