/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * OpenOCD reads the ring in the target's memory and serves it at a TCP port, once it is told to: "General
 * Commands, Real Time Transfer" of its manual. Its telnet port prints each answer and then a prompt.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>
#include <record/rtt.h>
#include <record/tcp.h>

#define PROMPT        "\r> "
#define TELNET_PORT   "4444"
#define RTT_PORT      "9090"
#define ANSWER_MAX    4096
#define ANSWER_MS     5000
#define BLOCK_TRIES   100 /* for the control block, which the target makes when it boots */
#define BLOCK_EACH_MS 100
#define BLOCK_SECONDS "10" /* as a text: their product */

/* Where RTT is: the parts of the source's name. */
struct place {
    char host[256], telnet[16], rtt[16], memory[64]; /* memory: "ADDRESS SIZE", or empty */
};

/* Take the part of a name up to a character, if there is one. @return what follows it */
static const char *part(const char *at, const char *end, char *to, size_t size, bool *fits)
{
    size_t n = strcspn(at, end);

    *fits &= n < size;
    if (n > 0 && n < size) {
        memcpy(to, at, n);
        to[n] = 0;
    }
    return at + n;
}

static bool is_number(const char *text)
{
    char *end;

    (void)strtoul(text, &end, 0);
    return end != text && *end == 0;
}

static bool take_memory(struct place *p, const char *at)
{
    char address[24] = "", size[24] = "";
    bool fits = true;

    at = part(at, "+", address, sizeof address, &fits);
    if (*at == '+') {
        (void)part(at + 1, "", size, sizeof size, &fits);
    }
    snprintf(p->memory, sizeof p->memory, "%s %s", address, size);
    return fits && is_number(address) && is_number(size);
}

static bool take_place(struct place *p, const char *at)
{
    bool fits = true;

    *p = (struct place){.telnet = TELNET_PORT, .rtt = RTT_PORT};
    at = part(at, ":@", p->host, sizeof p->host, &fits);
    if (*at == ':') {
        at = part(at + 1, ":@", p->telnet, sizeof p->telnet, &fits);
    }
    if (*at == ':') {
        at = part(at + 1, "@", p->rtt, sizeof p->rtt, &fits);
    }
    return fits && p->host[0] != 0 && tcp_is_port(p->telnet) && tcp_is_port(p->rtt) &&
           (*at != '@' || take_memory(p, at + 1));
}

static int connect_to(const struct place *p, const char *port, const char **wrong)
{
    char address[sizeof p->host + sizeof p->rtt + 1];

    snprintf(address, sizeof address, "%s:%s", p->host, port);
    return tcp_connect(address, wrong);
}

/* Receive up to the next prompt. What doesn't fit is dropped. @return false if there is none */
static bool receive(int telnet, char *answer)
{
    size_t used = 0;
    struct pollfd f = {telnet, POLLIN, 0};

    while (poll(&f, 1, ANSWER_MS) > 0) {
        ssize_t n = read(telnet, answer + used, ANSWER_MAX - 1 - used);

        if (n <= 0) {
            return false;
        }
        used += (size_t)n;
        for (size_t i = used - (size_t)n; i < used; i++) {
            answer[i] = (char)(answer[i] != 0 ? answer[i] : ' '); /* telnet's CR NUL */
        }
        answer[used] = 0;
        if (used >= sizeof PROMPT - 1 && strcmp(answer + used - (sizeof PROMPT - 1), PROMPT) == 0) {
            return true;
        }
        if (used > ANSWER_MAX / 2) {
            memmove(answer, answer + used - sizeof PROMPT, sizeof PROMPT);
            used = sizeof PROMPT;
        }
    }
    return false;
}

/* Type a command and receive its answer. @return false if OpenOCD didn't answer */
static bool ask(int telnet, const char *command, char *answer)
{
    char line[128];
    int n = snprintf(line, sizeof line, "%s\n", command);

    return send(telnet, line, (size_t)n, MSG_NOSIGNAL) == n && receive(telnet, answer);
}

/* Start RTT, as soon as there is a control block. @return NULL, or the reason why not */
static const char *start(int telnet, const struct place *p, char *answer)
{
    char command[128];

    if (!receive(telnet, answer)) {
        return "no prompt of OpenOCD: is this its telnet port?";
    }
    snprintf(command, sizeof command, "rtt setup %s \"SEGGER RTT\"", p->memory);
    if (p->memory[0] != 0 && !ask(telnet, command, answer)) {
        return "OpenOCD doesn't answer";
    }
    for (unsigned n = 0; n < BLOCK_TRIES; n++) {
        if (!ask(telnet, "rtt start", answer)) {
            return "OpenOCD doesn't answer";
        }
        if (strstr(answer, "not configured") != NULL || strstr(answer, "Not configured") != NULL) {
            return "OpenOCD doesn't know where to look for RTT: append @ADDRESS+SIZE, the target's RAM";
        }
        if (strstr(answer, "after 'init'") != NULL) {
            return "OpenOCD isn't connected to the target: its command init is missing";
        }
        if (strstr(answer, "No control block") == NULL) {
            return NULL;
        }
        nanosleep(&(struct timespec){.tv_nsec = BLOCK_EACH_MS * 1000000L}, NULL);
    }
    return "OpenOCD found no control block of RTT in " BLOCK_SECONDS " s: does the target run, and is "
           "the address right?";
}

int rtt_connect(const char *address, const char **wrong)
{
    struct place p;
    char *answer, command[64];

    if (!take_place(&p, address)) {
        *wrong = "an RTT source is rtt:HOST[:TELNET_PORT[:RTT_PORT]][@ADDRESS+SIZE]";
        return -1;
    }
    int telnet = connect_to(&p, p.telnet, wrong);

    if (telnet < 0) {
        return -1;
    }
    answer = calloc(1, ANSWER_MAX);
    *wrong = answer != NULL ? start(telnet, &p, answer) : "out of memory";
    if (*wrong == NULL) { /* if the server runs already, it is used */
        snprintf(command, sizeof command, "rtt server start %s 0", p.rtt);
        *wrong = ask(telnet, command, answer) ? NULL : "OpenOCD doesn't answer";
    }
    free(answer);
    close(telnet);
    return *wrong == NULL ? connect_to(&p, p.rtt, wrong) : -1;
}
