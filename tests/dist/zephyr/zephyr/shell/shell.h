/* SPDX-License-Identifier: BSD-2-Clause */
/* Zephyr's shell, as far as the port registers commands in it. */
#ifndef ZEPHYR_SHELL_H
#define ZEPHYR_SHELL_H

#include <stddef.h>

struct shell {
    int unused;
};
struct shell_static_entry {
    const char *syntax;
    const struct shell_static_entry *subcmd;
    int (*handler)(const struct shell *shell, size_t argc, char **argv);
};

#define SHELL_NORMAL 0
#define SHELL_CMD_ARG(name, subcmd, help, handler, mandatory, optional)                                      \
    {                                                                                                        \
#name, subcmd, handler                                                                               \
    }
#define SHELL_SUBCMD_SET_END                                                                                 \
    {                                                                                                        \
        NULL, NULL, NULL                                                                                     \
    }
#define SHELL_STATIC_SUBCMD_SET_CREATE(name, ...)                                                            \
    static const struct shell_static_entry name[] = {__VA_ARGS__}
#define SHELL_CMD_REGISTER(name, subcmd, help, handler)                                                      \
    const struct shell_static_entry standin_command = {#name, (const void *)(subcmd), handler}

/* `format` must be "%.*s". */
void shell_fprintf(const struct shell *shell, int color, const char *format, ...);

extern const struct shell_static_entry standin_command;

#endif
