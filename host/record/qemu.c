/* SPDX-License-Identifier: BSD-2-Clause */
/* Start QEMU with an image that was built for its board. */
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
#include <base/nearest.h>
#include <elf/format.h>
#include <record/boards.h>
#include <record/image.h>
#include <record/record.h>

#define BOARDS COUNT_OF(boards)

static char reason[1024]; /* why the start failed */

#define WORDS_MAX 48

static unsigned split(char *options, const char **word, unsigned n)
{
    for (char *at = strtok(options, " "); at != NULL && n < WORDS_MAX - 16; at = strtok(NULL, " ")) {
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

static void run_emulator(const struct board *board, const char *elf, unsigned shift, bool exact, int in,
                         int out, int link)
{
    static char options[512], trace[64], icount[64];
    const char *word[WORDS_MAX] = {board->emulator};
    unsigned n = 1;

    snprintf(options, sizeof options, "%s", board->options);
    snprintf(icount, sizeof icount, "shift=%u%s", shift, exact ? ",sleep=off" : "");
    if (exact) {
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
                                elf};

    for (unsigned i = 0; i < COUNT_OF(more); i++) {
        word[n++] = more[i];
    }
    dup2(in, 0);
    dup2(out, 1);
    execvp(word[0], (char *const *)(uintptr_t)word);
}

/* ------------------------------------------------------------------ is it the right image? */

/* @return NULL after setting `reason`, which lists the boards */
static const struct board *find_board(const char *name, const char *const *names)
{
    for (unsigned n = 0; n < BOARDS; n++) {
        if (strcmp(names[n], name) == 0) {
            return &boards[n];
        }
    }
    struct nearest near = {.word = name};

    for (unsigned n = 0; n < BOARDS; n++) {
        nearest_offer(&near, names[n]);
    }
    const char *hint = nearest_hint(&near);
    size_t used = (size_t)snprintf(reason, sizeof reason, "no such board: %.64s%s The boards are", name,
                                   *hint != 0 ? hint : ".");

    for (unsigned n = 0; n < BOARDS && used < sizeof reason; n++) {
        used += (size_t)snprintf(reason + used, sizeof reason - used, "%s %s", n != 0 ? "," : "", names[n]);
    }
    return NULL;
}

static bool is_riscv(const struct board *board)
{
    return strstr(board->emulator, "riscv") != NULL;
}

static bool image_fits(const struct board *board, const char *elf, const char *const *names)
{
    struct image image;
    const char *wrong;

    if (!image_read(&image, elf, names, BOARDS, board->name, &wrong)) {
        snprintf(reason, sizeof reason, "%s", wrong);
        return false;
    }
    if (image.board != NULL && strcmp(image.board, board->name) != 0) {
        snprintf(reason, sizeof reason, "the image was built for the board %s, not for %s: give --qemu %s",
                 image.board, board->name, image.board);
        return false;
    }
    if (image.machine != (is_riscv(board) ? EM_RISCV : EM_ARM)) {
        snprintf(reason, sizeof reason, "the image is for another processor than that of %s, which is %s",
                 board->name, is_riscv(board) ? "RISC-V" : "Arm");
        return false;
    }
    if (image.no_events) {
        snprintf(reason, sizeof reason,
                 "this image has no events to record: build one with TRACE_EVENTS=1, such as "
                 "demo-events.elf (docs/events.md)");
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------ start and stop */

static void report_no_emulator(const struct board *board, int error)
{
    if (error == ENOENT) {
        snprintf(reason, sizeof reason, "%s isn't installed, or isn't in PATH: install Debian's package %s",
                 board->emulator, is_riscv(board) ? "qemu-system-misc" : "qemu-system-arm");
    } else {
        snprintf(reason, sizeof reason, "%s: %s", board->emulator, strerror(error));
    }
}

static bool start(struct target *t, const struct board *board, const char *elf, unsigned shift, bool exact)
{
    int in[2], out[2], link[2], failed[2], error = 0;

    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(link, O_CLOEXEC) != 0 ||
        pipe2(failed, O_CLOEXEC) != 0) {
        snprintf(reason, sizeof reason, "%s", strerror(errno));
        return false;
    }
    t->child = fork();
    if (t->child == 0) {
        (void)fcntl(link[1], F_SETFD, 0); /* QEMU inherits it and opens it by its number */
        setpgid(0, 0);                    /* Ctrl-C must reach the recorder only */
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* when the recorder is killed, the emulator is killed as well */
        run_emulator(board, elf, shift, exact, in[0], out[1], link[1]);
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
        report_no_emulator(board, error);
        close(in[1]);
        close(out[0]);
        close(link[0]);
        return false;
    }
    *t = (struct target){link[0], in[1], out[0], t->child};
    return true;
}

bool target_start(struct target *t, const char *board_name, const char *elf, unsigned shift, bool exact,
                  const char **where, const char **wrong)
{
    const char *names[BOARDS];

    for (unsigned n = 0; n < BOARDS; n++) {
        names[n] = boards[n].name;
    }
    *wrong = reason;
    *where = "--qemu";
    const struct board *board = find_board(board_name, names);

    if (board == NULL) {
        return false;
    }
    *where = elf;
    if (!image_fits(board, elf, names)) {
        return false;
    }
    *where = "--qemu";
    return start(t, board, elf, shift, exact);
}

#define END_MS  10000 /* an emulator that closed its output exits within this time */
#define LOOK_MS 10

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
    if (ended == 0) {
        kill(t->child, SIGKILL); /* it has nothing to save, and prints no message then */
        waitpid(t->child, NULL, 0);
        status = 0;
    }
    t->child = 0;
    return status;
}
