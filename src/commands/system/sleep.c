/* SPDX-License-Identifier: BSD-2-Clause */
/* sleep: let the system run for a while, mainly in a start script. Ctrl-C ends it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/shell/shell.h>

#define DIGITS 7 /* the time fits into 32 bits, and a typing error costs hours at most */

static int sleep_command(int argc, char **argv)
{
    if (argc != 2) {
        return spoor_shell_usage_error(argv[0]);
    }
    size_t length = strlen(argv[1]);

    if (length == 0 || length > DIGITS || strspn(argv[1], "0123456789") != length) {
        printf("sleep: \"%s\": milliseconds are a number of at most %d digits\n", argv[1], DIGITS);
        return -EINVAL;
    }
    return spoor_shell_sleep((uint32_t)strtoul(argv[1], NULL, 10), 0) ? 0 : -EINTR;
}

SPOOR_SHELL_COMMAND("sleep", "wait", "MILLISECONDS", sleep_command, NULL);
