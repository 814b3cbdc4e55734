/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's ThreadX before Spoor, whose lines the page adds at the end. */
