/* SPDX-License-Identifier: BSD-2-Clause */
/* For cppcheck, which doesn't read the tool's headers: declarations of analyses are no functions. */
#define SPOOR_ANALYSIS(...)
#define PAGE(...) {0}
