/* SPDX-License-Identifier: BSD-2-Clause */
/* Nothing of it is used. */
