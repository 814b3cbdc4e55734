/* SPDX-License-Identifier: BSD-2-Clause */
/* Start QEMU with its console and its second serial port on pipes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <base/count.h>
#include <record/emulator.h>

#define WORDS_MAX 64
#define WORDS_OWN 20 /* at most, besides those of the board */

static unsigned split(char *options, const char **word, unsigned n)
{
    for (char *at = strtok(options, " "); at != NULL && n < WORDS_MAX - WORDS_OWN; at = strtok(NULL, " ")) {
        word[n++] = at;
    }
    return n;
}

/*
 * Bind QEMU to one CPU of this machine. On two CPUs its timers may run before the instructions up to a wait
 * are counted, which delays an interrupt: about every second run differed. On one CPU all runs are the same.
 */
static void stay_on_this_cpu(void)
{
    cpu_set_t one;
    int cpu = sched_getcpu();

    if (cpu >= 0) {
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        (void)sched_setaffinity(0, sizeof one, &one);
    }
}

static void run(const struct emulator *e, int in, int out, int link)
{
    static char options[1024], trace[64], icount[64];
    const char *word[WORDS_MAX] = {e->program};
    unsigned n = 1;

    snprintf(options, sizeof options, "%s", e->options);
    snprintf(icount, sizeof icount, "shift=%u%s", e->shift, e->exact ? ",sleep=off" : "");
    if (e->exact) {
        stay_on_this_cpu();
    }
    snprintf(trace, sizeof trace, "file:/dev/fd/%d", link);
    n = split(options, word, n);
    const char *const more[] = {"-icount",
                                icount,
                                "-display",
                                "none",
                                "-monitor",
                                "none",
                                "-serial",
                                "stdio",
                                "-serial",
                                trace,
                                "-semihosting-config",
                                "enable=on,target=native",
                                "-kernel",
                                e->elf,
                                "-plugin",
                                e->plugin};

    for (unsigned i = 0; i < COUNT_OF(more) - (e->plugin != NULL ? 0 : 2); i++) {
        word[n++] = more[i];
    }
    dup2(in, 0);
    dup2(out, 1);
    execvp(word[0], (char *const *)(uintptr_t)word);
}

int emulator_start(struct target *t, const struct emulator *e)
{
    int in[2], out[2], link[2], failed[2], error = 0;

    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(link, O_CLOEXEC) != 0 ||
        pipe2(failed, O_CLOEXEC) != 0) {
        return errno;
    }
    t->child = fork();
    if (t->child == 0) {
        (void)fcntl(link[1], F_SETFD, 0); /* QEMU inherits it and opens it by its number */
        setpgid(0, 0);                    /* Ctrl-C must reach the recorder only */
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* when the recorder is killed, the emulator is killed as well */
        run(e, in[0], out[1], link[1]);
        error = errno; /* the pipe is written only if the exec fails, which would have closed it */
        ssize_t ignored = write(failed[1], &error, sizeof error);

        (void)ignored;
        _exit(127);
    }
    error = t->child < 0 ? errno : 0;
    close(in[0]);
    close(out[1]);
    close(link[1]);
    close(failed[1]);
    if (t->child > 0 && read(failed[0], &error, sizeof error) == sizeof error) {
        waitpid(t->child, NULL, 0);
    }
    close(failed[0]);
    if (error != 0) {
        close(in[1]);
        close(out[0]);
        close(link[0]);
        return error;
    }
    *t = (struct target){link[0], in[1], out[0], t->child, e->plugin != NULL};
    return 0;
}

const char *emulator_package(bool is_riscv)
{
    return is_riscv ? "Debian's package qemu-system-misc" : "Debian's package qemu-system-arm";
}

#define END_MS  10000 /* an emulator that closed its output exits within this time */
#define LOOK_MS 10
#define SAVE_MS 1000 /* an image that runs lets its plugin end within this time; a sleeping one doesn't */

/* Ask for the end, as a plugin wants it, then as QEMU does. @return the process if it has ended */
static pid_t save(pid_t child, int *status)
{
    static const int ask[] = {SIGUSR2, SIGTERM};
    pid_t ended = 0;

    for (unsigned n = 0; n < COUNT_OF(ask) && ended == 0; n++) {
        kill(child, ask[n]);
        for (int ms = 0; ended == 0 && ms < (n == 0 ? SAVE_MS : END_MS); ms += LOOK_MS) {
            ended = waitpid(child, status, WNOHANG);
            if (ended == 0) {
                nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000}, NULL);
            }
        }
    }
    return ended;
}

int target_stop(struct target *t)
{
    int status = 0;
    pid_t ended = 0;

    if (t->child <= 0) {
        return 0;
    }
    for (int ms = 0; ended == 0 && t->link < 0 && t->console_out < 0 && ms < END_MS; ms += LOOK_MS) {
        ended = waitpid(t->child, &status, WNOHANG);
        if (ended == 0) {
            nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000}, NULL);
        }
    }
    if (ended == 0 && t->saves) {
        ended = save(t->child, &status);
    }
    if (ended == 0) {
        kill(t->child, SIGKILL); /* it has nothing to save, and prints no message then */
        waitpid(t->child, NULL, 0);
        status = 0;
    }
    t->child = 0;
    return status;
}
