/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's ThreadX configuration before Spoor; the page appends its lines. */
