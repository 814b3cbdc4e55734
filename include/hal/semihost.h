/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Semihosting: services of a debugger or emulator, called by a trap (Arm, "Semihosting for AArch32 and
 * AArch64", release 2022Q1). Without a debugger the trap is a fault, so only test images and
 * CONFIG_SEMIHOST builds may call these.
 */
#ifndef HAL_SEMIHOST_H
#define HAL_SEMIHOST_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Write text to the debugger's console. Context: any. */
void hal_semihost_write(const char *text, size_t bytes);

/** End the run with an exit status (SYS_EXIT_EXTENDED). Context: any. Does not return. */
SPOOR_NORETURN void hal_semihost_exit(int status);

/**
 * Save memory to a file on the debugger's machine. Its name is that of the running program followed by
 * `suffix`, or "image" and `suffix` if the program's name is unknown (SYS_GET_CMDLINE).
 *
 * @param name  receives the file's name
 * @return 0, -EIO if it can't be written completely, -ENAMETOOLONG
 *
 * Context: any.
 */
int hal_semihost_save(const char *suffix, const void *from, size_t bytes, char *name, size_t name_bytes);

/**
 * Create a file, named as in hal_semihost_save().
 *
 * @return its number, or -EIO
 *
 * Context: any.
 */
int hal_semihost_create(const char *suffix);

/**
 * Append to a file created by hal_semihost_create(). @return 0, or -EIO if it can't be written completely.
 * Context: any.
 */
int hal_semihost_append(int file, const void *from, size_t bytes);

/** Execute the trap. @return the operation's result. Context: any. */
uint32_t hal_semihost_call(uint32_t op, const void *arg);

SPOOR_EXTERN_C_END

#endif
