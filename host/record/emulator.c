/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Start QEMU with its console and its second serial port on pipes.
 *
 * If a pipe is full, QEMU's serial port waits until it can write, and the target's time goes on: its rings
 * may overflow. So an exact run, which must not depend on the load of this machine, writes to files in
 * memory. They are read at intervals, so answers to a prompt come later than by a pipe. A plugin would count
 * what the target does meanwhile, so a run with a plugin in which lines are typed has pipes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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
 * QEMU's main loop lets time pass when the target waits. It may do so before the CPU's thread has counted the
 * instructions up to the wait, which delays an interrupt: about every second run differed. While QEMU records
 * a run for a replay, the two threads take turns: on a busy machine 2 of 2,400 runs differed, and none of as
 * many on one CPU of this machine. The record isn't needed. QEMU refuses it for targets with several CPUs, of
 * which a few runs differ.
 */
#define TAKE_TURNS ",rr=record,rrfile=/dev/null"

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
    static char options[1024], trace[64], icount[96];
    const char *word[WORDS_MAX] = {e->program};
    bool takes_turns = e->exact && e->one_cpu && !e->typed;
    unsigned n = 1;

    snprintf(options, sizeof options, "%s", e->options);
    snprintf(icount, sizeof icount, "shift=%u%s%s", e->shift, e->exact ? ",sleep=off" : "",
             takes_turns ? TAKE_TURNS : "");
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

/* A file in memory, which is read at its own offset. @return 0, or -1 with errno */
static int open_file(int end[2])
{
    char path[32];

    end[1] = memfd_create("spoor", MFD_CLOEXEC);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", end[1]);
    end[0] = end[1] >= 0 ? open(path, O_RDWR | O_CLOEXEC) : -1;
    return end[0] >= 0 ? 0 : -1;
}

int emulator_start(struct target *t, const struct emulator *e)
{
    int in[2], out[2], link[2], failed[2], lives[2], error = 0;
    bool grows = e->exact && !e->typed;

    if (pipe2(in, O_CLOEXEC) != 0 || (grows ? open_file(out) : pipe2(out, O_CLOEXEC)) != 0 ||
        (grows ? open_file(link) : pipe2(link, O_CLOEXEC)) != 0 || pipe2(failed, O_CLOEXEC) != 0 ||
        pipe2(lives, O_CLOEXEC) != 0) {
        return errno;
    }
    t->child = fork();
    if (t->child == 0) {
        (void)fcntl(link[1], F_SETFD, 0); /* QEMU inherits it and opens it by its number */
        (void)fcntl(lives[1], F_SETFD, 0);
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
    close(lives[1]);
    if (t->child > 0 && read(failed[0], &error, sizeof error) == sizeof error) {
        waitpid(t->child, NULL, 0);
    }
    close(failed[0]);
    if (error != 0) {
        close(in[1]);
        close(out[0]);
        close(link[0]);
        close(lives[0]);
        return error;
    }
    *t = (struct target){link[0], in[1], out[0], t->child, e->plugin != NULL, grows, lives[0]};
    return 0;
}

#define FREE_BYTES (1 << 20)

void target_free_read(int file, size_t n)
{
    off_t at = lseek(file, 0, SEEK_CUR);

    if (at >= FREE_BYTES && (size_t)at % FREE_BYTES < n) {
        (void)fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, at);
    }
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
