/* SPDX-License-Identifier: BSD-2-Clause */
/* The encoder with the longest data that a record may have. */
#include "encode_test.c"
