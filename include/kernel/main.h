/* SPDX-License-Identifier: BSD-2-Clause */
/* The function that an image must define. */
#ifndef KERNEL_MAIN_H
#define KERNEL_MAIN_H

#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** The application. Called in the main thread after all init hooks; its return ends that thread. */
int main(void);

SPOOR_EXTERN_C_END

#endif
