/* SPDX-License-Identifier: BSD-2-Clause */
/* At boot, run the start script as the last service, then print the banner and start the shell's thread. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <stdio.h>
#include <drivers/board.h>
#include <kernel/init.h>
#include <kernel/thread.h>
#include <spoor/shell/shell.h>
#include <spoor/util/version.h>

static int shell_run_start_script(void)
{
    for (unsigned i = 0; spoor_shell_start_script[i] != NULL; i++) {
        printf("> %s\n", spoor_shell_start_script[i]);
        if (spoor_shell_run(spoor_shell_start_script[i]) != 0) {
            printf("start script: line %u failed: %s\n", i + 1, spoor_shell_start_script[i]);
        }
    }
    return 0;
}

INIT_HOOK(INIT_SCRIPT, shell_run_start_script);

static void shell_main(void *prompt)
{
    spoor_shell_loop(prompt);
}

static int shell_start(void)
{
    THREAD_STACK(stack, CONFIG_SHELL_STACK_BYTES);
    static struct thread thread;

    if (spoor_shell_prompt == NULL) {
        return 0;
    }
    printf("%s %s on %s: type help\n", SPOOR_NAME, SPOOR_VERSION, board.name);
    return thread_create(&thread, &(struct thread_attr){
                                      .name = "shell",
                                      .entry = shell_main,
                                      .arg = (void *)(uintptr_t)spoor_shell_prompt,
                                      .priority = CONFIG_SHELL_PRIORITY,
                                      .stack = stack,
                                      .stack_bytes = sizeof(stack),
                                  });
}

INIT_HOOK(INIT_APP, shell_start);

#endif
