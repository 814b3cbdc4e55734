/* SPDX-License-Identifier: BSD-2-Clause */
/* Sources: files, terminals, sockets; and QEMU, started here. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <record/boards.h>
#include <record/record.h>

/* ------------------------------------------------------------------ QEMU */

#define WORDS_MAX 48

static unsigned split(char *options, const char **word, unsigned n)
{
    for (char *at = strtok(options, " "); at != NULL && n < WORDS_MAX - 16; at = strtok(NULL, " ")) {
        word[n++] = at;
    }
    return n;
}

/*
 * On two CPUs of this machine, QEMU's timers may run before the instructions up to a wait are counted, and an
 * interrupt comes that much later: a run in two was different from the others. On one CPU all are the same.
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

    for (unsigned i = 0; i < sizeof more / sizeof more[0]; i++) {
        word[n++] = more[i];
    }
    dup2(in, 0);
    dup2(out, 1);
    execvp(word[0], (char *const *)(uintptr_t)word);
    fprintf(stderr, "spoor: %s: %s\n", word[0], strerror(errno));
    _exit(127);
}

static const struct board *find_board(const char *name)
{
    for (unsigned n = 0; n < sizeof boards / sizeof boards[0]; n++) {
        if (strcmp(boards[n].name, name) == 0) {
            return &boards[n];
        }
    }
    return NULL;
}

bool target_start(struct target *t, const char *board_name, const char *elf, unsigned shift, bool exact,
                  const char **wrong)
{
    const struct board *board = find_board(board_name);
    int in[2], out[2], link[2];

    if (board == NULL) {
        *wrong = "no such board";
        return false;
    }
    if (access(elf, R_OK) != 0) {
        *wrong = strerror(errno);
        return false;
    }
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(link, O_CLOEXEC) != 0) {
        *wrong = strerror(errno);
        return false;
    }
    t->child = fork();
    if (t->child == 0) {
        (void)fcntl(link[1], F_SETFD, 0); /* QEMU opens it by its number */
        setpgid(0, 0);                    /* Ctrl-C is for the recorder … */
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* … and when that is killed, the emulator ends as well */
        run_emulator(board, elf, shift, exact, in[0], out[1], link[1]);
    }
    close(in[0]);
    close(out[1]);
    close(link[1]);
    *t = (struct target){link[0], in[1], out[0], t->child};
    if (t->child < 0) {
        *wrong = strerror(errno);
    }
    return t->child > 0;
}

void target_stop(struct target *t)
{
    if (t->child > 0) {
        kill(t->child, SIGKILL); /* it has nothing to save, and says nothing then */
        waitpid(t->child, NULL, 0);
        t->child = 0;
    }
}

/* ------------------------------------------------------------------ other sources */

static int connect_unix(const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (strlen(path) >= sizeof a.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(a.sun_path, path);
    if (s >= 0 && connect(s, (struct sockaddr *)&a, sizeof a) != 0) {
        close(s);
        s = -1;
    }
    return s;
}

static int connect_tcp(const char *address, const char **wrong)
{
    struct addrinfo *list, hints = {.ai_socktype = SOCK_STREAM};
    const char *colon = strrchr(address, ':');
    char host[256];
    int s = -1, error;

    if (colon == NULL || (size_t)(colon - address) >= sizeof host) {
        *wrong = "a TCP source is tcp:HOST:PORT";
        return -1;
    }
    snprintf(host, sizeof host, "%.*s", (int)(colon - address), address);
    error = getaddrinfo(host, colon + 1, &hints, &list);
    if (error != 0) {
        *wrong = gai_strerror(error);
        return -1;
    }
    for (struct addrinfo *a = list; a != NULL && s < 0; a = a->ai_next) {
        s = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (s >= 0 && connect(s, a->ai_addr, a->ai_addrlen) != 0) {
            *wrong = strerror(errno);
            close(s);
            s = -1;
        }
    }
    freeaddrinfo(list);
    return s;
}

/* Datagrams that come to "PORT" or "ADDRESS:PORT" of this machine; each holds whole frames. */
static int listen_udp(const char *address, const char **wrong)
{
    struct addrinfo *list, hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_PASSIVE};
    const char *colon = strrchr(address, ':');
    const int room = 4 << 20; /* the target doesn't wait */
    char host[256];

    snprintf(host, sizeof host, "%.*s", colon != NULL ? (int)(colon - address) : 0, address);
    int error = getaddrinfo(colon != NULL ? host : NULL, colon != NULL ? colon + 1 : address, &hints, &list);

    if (error != 0) {
        *wrong = error == EAI_SERVICE ? "a UDP source is udp:PORT or udp:ADDRESS:PORT" : gai_strerror(error);
        return -1;
    }
    int s = socket(list->ai_family, list->ai_socktype | SOCK_CLOEXEC, list->ai_protocol);

    if (s >= 0) {
        (void)setsockopt(s, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
        if (bind(s, list->ai_addr, list->ai_addrlen) != 0) {
            *wrong = strerror(errno);
            close(s);
            s = -1;
        }
    }
    freeaddrinfo(list);
    return s;
}

static const struct {
    unsigned baud;
    speed_t speed;
} speeds[] = {{9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},
              {115200, B115200},   {230400, B230400},   {460800, B460800},   {921600, B921600},
              {1000000, B1000000}, {1500000, B1500000}, {2000000, B2000000}, {3000000, B3000000},
              {4000000, B4000000}};

/* A terminal passes bytes as they are. */
static bool set_raw(int fd, unsigned baud, const char **wrong)
{
    struct termios t;

    if (tcgetattr(fd, &t) != 0) {
        *wrong = strerror(errno);
        return false;
    }
    cfmakeraw(&t);
    for (unsigned n = 0; baud != 0; n++) {
        if (n == sizeof speeds / sizeof speeds[0]) {
            *wrong = "no such baud rate: 9600 to 4000000, in the usual steps";
            return false;
        }
        if (speeds[n].baud == baud) {
            cfsetspeed(&t, speeds[n].speed);
            break;
        }
    }
    if (tcsetattr(fd, TCSANOW, &t) != 0) {
        *wrong = strerror(errno);
        return false;
    }
    return true;
}

int source_open(const char *name, unsigned baud, const char **wrong)
{
    int fd = -1;

    errno = 0;
    *wrong = NULL;
    if (strcmp(name, "-") == 0) {
        return 0;
    }
    if (strncmp(name, "unix:", 5) == 0) {
        fd = connect_unix(name + 5);
    } else if (strncmp(name, "tcp:", 4) == 0) {
        fd = connect_tcp(name + 4, wrong);
    } else if (strncmp(name, "udp:", 4) == 0) {
        fd = listen_udp(name + 4, wrong);
    } else {
        fd = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (fd < 0) {
            fd = open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC);
        }
        if (fd >= 0 && isatty(fd) && !set_raw(fd, baud, wrong)) {
            close(fd);
            return -1;
        }
    }
    if (fd < 0 && *wrong == NULL) {
        *wrong = strerror(errno);
    }
    return fd;
}

int source_pty(char *name, unsigned size)
{
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    const char *other = fd >= 0 && grantpt(fd) == 0 && unlockpt(fd) == 0 ? ptsname(fd) : NULL;
    struct termios t;

    if (other == NULL) {
        if (fd >= 0) {
            close(fd);
        }
        return -1;
    }
    snprintf(name, size, "%s", other);
    if (tcgetattr(fd, &t) == 0) {
        cfmakeraw(&t);
        (void)tcsetattr(fd, TCSANOW, &t);
    }
    (void)fcntl(fd, F_SETFL, O_NONBLOCK); /* nobody may read there */
    return fd;
}
