/* SPDX-License-Identifier: BSD-2-Clause */
/* Start QEMU with its console on pipes and its second serial port on a socket: it can't open an inherited
 * handle. */
#include <sys/socket.h>
#include <windows.h>
#include <poll.h>
#include <record/emulator.h>
#include "utf8.h"

#define COMMAND_MAX 32768

/* Append a word in quotes. An image's name may have blanks. */
static void add_word(char *command, const char *word)
{
    size_t used = strlen(command);

    snprintf(command + used, COMMAND_MAX - used, " \"%s\"", word);
}

static bool make_command(wchar_t *to, const struct emulator *e, int port)
{
    static char command[COMMAND_MAX];
    size_t used = (size_t)snprintf(
        command, sizeof command,
        "%s %s -icount shift=%u%s -display none -monitor none -serial stdio "
        "-serial tcp:127.0.0.1:%d,nodelay -semihosting-config enable=on,target=native -kernel",
        e->program, e->options, e->shift, e->exact ? ",sleep=off" : "", port);

    if (used + strlen(e->elf) + 4 > sizeof command) {
        return false;
    }
    add_word(command, e->elf);
    return MultiByteToWideChar(CP_UTF8, 0, command, -1, to, COMMAND_MAX) != 0;
}

/* ------------------------------------------------------------------ its channels */

struct channels {
    int listener, in[2], out[2]; /**< `in` is the emulator's input */
};

static void close_all(const int *fd, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (fd[i] >= 0) {
            close(fd[i]);
        }
    }
}

/* @return the port, or -1 */
static int open_channels(struct channels *c)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;

    *c = (struct channels){-1, {-1, -1}, {-1, -1}};
    c->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (c->listener < 0 || bind(c->listener, (struct sockaddr *)&a, size) != 0 ||
        listen(c->listener, 1) != 0 || getsockname(c->listener, (struct sockaddr *)&a, &size) != 0 ||
        pipe2(c->in, O_CLOEXEC) != 0 || pipe2(c->out, O_CLOEXEC) != 0) {
        return -1;
    }
    return ntohs(a.sin_port);
}

#define CONNECT_MS 10000
#define LOOK_MS    20

/* Wait until the emulator has connected. @return its socket; -1: it has ended before, or the time is up */
static int accept_link(int listener, HANDLE process)
{
    struct pollfd p = {listener, POLLIN, 0};
    struct sockaddr_in from;
    socklen_t size = sizeof from;

    for (int ms = 0; ms < CONNECT_MS; ms += LOOK_MS) {
        if (poll(&p, 1, LOOK_MS) > 0) {
            return accept4(listener, (struct sockaddr *)&from, &size, 0);
        }
        if (WaitForSingleObject(process, 0) == WAIT_OBJECT_0) {
            break;
        }
    }
    errno = EPIPE;
    return -1;
}

/* ------------------------------------------------------------------ start and stop */

static HANDLE inherited(int fd)
{
    HANDLE h = (HANDLE)_get_osfhandle(fd);

    (void)SetHandleInformation(h, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return h;
}

/* When the recorder ends, however that is, the emulator is ended as well. */
static void end_with_recorder(HANDLE process)
{
    static HANDLE job;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};

    job = CreateJobObjectW(NULL, NULL);
    if (job != NULL &&
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits)) {
        (void)AssignProcessToJobObject(job, process);
    }
}

/* Ctrl-C must reach the recorder only: a group of its own. */
static HANDLE start(wchar_t *command, const struct channels *c, bool exact)
{
    STARTUPINFOW info = {.cb = sizeof info,
                         .dwFlags = STARTF_USESTDHANDLES,
                         .hStdInput = inherited(c->in[0]),
                         .hStdOutput = inherited(c->out[1]),
                         .hStdError = inherited(STDERR_FILENO)};
    PROCESS_INFORMATION made;

    if (!CreateProcessW(NULL, command, NULL, NULL, TRUE, CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP, NULL,
                        NULL, &info, &made)) {
        (void)failed(GetLastError());
        return NULL;
    }
    if (exact) { /* on one CPU few runs differ: host/record/emulator.c */
        (void)SetProcessAffinityMask(made.hProcess, (DWORD_PTR)1 << GetCurrentProcessorNumber());
    }
    end_with_recorder(made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    return made.hProcess;
}

/* The channels are no files. */
void target_free_read(int file, size_t n)
{
    (void)file;
    (void)n;
}

int emulator_start(struct target *t, const struct emulator *e)
{
    static wchar_t command[COMMAND_MAX];
    struct channels c;
    int port = open_channels(&c), link = -1;
    HANDLE process = port > 0 && make_command(command, e, port) ? start(command, &c, e->exact) : NULL;

    if (process != NULL) {
        link = accept_link(c.listener, process);
    }
    int error = link < 0 ? errno : 0;

    close_all((int[]){c.listener, c.in[0], c.out[1]}, 3);
    if (error != 0) {
        close_all((int[]){c.in[1], c.out[0]}, 2);
        if (process != NULL) {
            TerminateProcess(process, 1);
            CloseHandle(process);
        }
        return error;
    }
    *t = (struct target){link, c.in[1], c.out[0], (pid_t)(intptr_t)process};
    return 0;
}

const char *emulator_package(bool is_riscv)
{
    (void)is_riscv;
    return "QEMU";
}

#define END_MS 10000 /* an emulator that closed its output exits within this time */

int target_stop(struct target *t)
{
    HANDLE process = (HANDLE)(intptr_t)t->child;
    bool ends = t->link < 0 && t->console_out < 0;
    DWORD status = 0;

    if (t->child == 0) {
        return 0;
    }
    if (WaitForSingleObject(process, ends ? END_MS : 0) == WAIT_OBJECT_0) {
        (void)GetExitCodeProcess(process, &status);
    } else {
        TerminateProcess(process, 1);
    }
    CloseHandle(process);
    t->child = 0;
    return (int)status;
}
