/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Acts as QEMU for Windows: a shell on standard input and output, and a trace link on the socket that -serial
 * names. The command `trace_stream on` sends the file trace, and `exit N` ends with a status.
 */
#include <winsock2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SOCKET connect_link(int argc, char **argv)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    WSADATA data;

    WSAStartup(MAKEWORD(2, 2), &data);
    for (int n = 1; n < argc; n++) {
        if (strncmp(argv[n], "tcp:127.0.0.1:", 14) == 0) {
            to.sin_port = htons((u_short)atoi(argv[n] + 14));
        }
    }
    SOCKET s = socket(AF_INET, SOCK_STREAM, 0);

    return connect(s, (struct sockaddr *)&to, sizeof to) == 0 ? s : INVALID_SOCKET;
}

static void send_trace(SOCKET s)
{
    static char bytes[1 << 20];
    FILE *f = fopen("trace", "rb");
    size_t n = f != NULL ? fread(bytes, 1, sizeof bytes, f) : 0;

    for (size_t done = 0; done < n;) {
        int sent = send(s, bytes + done, (int)(n - done), 0);

        if (sent <= 0) {
            exit(99);
        }
        done += (size_t)sent;
    }
    if (f != NULL) {
        fclose(f);
    }
}

int main(int argc, char **argv)
{
    SOCKET s = connect_link(argc, argv);
    char line[256];

    if (s == INVALID_SOCKET) {
        return 98;
    }
    printf("image: %s\n> ", argv[argc - 1]);
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        printf("%s", line);
        if (strncmp(line, "exit ", 5) == 0) {
            fflush(stdout);
            return atoi(line + 5);
        }
        if (strncmp(line, "trace_stream on", 15) == 0) {
            send_trace(s);
        }
        printf("> ");
        fflush(stdout);
    }
    return 0;
}
