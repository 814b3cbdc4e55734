/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading, writing and waiting. Sockets aren't files of the C library, and the system can't wait for pipes:
 * those and serial ports are asked at an interval.
 */
#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <windows.h>
#include <poll.h>
#include <base/clock.h>
#include <stdbool.h>
#include "devices.h"
#include "utf8.h"

#define DESCRIPTORS 64 /* of devices: the library gives the lowest free number */

static uint8_t kinds[DESCRIPTORS];

static void close_handle(enum device kind, intptr_t handle)
{
    if (kind == DEVICE_SOCKET) {
        closesocket((SOCKET)handle);
    } else {
        CloseHandle((HANDLE)handle);
    }
}

int device_add(enum device kind, intptr_t handle)
{
    int fd = _open_osfhandle(handle, _O_BINARY | _O_NOINHERIT);

    if (fd < 0 || fd >= DESCRIPTORS) {
        close_handle(kind, handle);
        errno = EMFILE;
        return -1;
    }
    kinds[fd] = (uint8_t)kind;
    return fd;
}

enum device device_of(int fd)
{
    return fd >= 0 && fd < DESCRIPTORS ? (enum device)kinds[fd] : DEVICE_NONE;
}

static intptr_t handle_of(int fd)
{
    return _get_osfhandle(fd);
}

/* ------------------------------------------------------------------ bytes */

#undef read
#undef write
#undef close
#undef fflush
#undef signal

static bool ignores_pipe;

/* Writing to a pipe fails only if nothing reads it. */
static void end_with_pipe(void)
{
    if (!ignores_pipe && GetFileType((HANDLE)handle_of(STDOUT_FILENO)) == FILE_TYPE_PIPE) {
        _exit(128 + SIGPIPE); /* as a shell reports it */
    }
}

int windows_fflush(FILE *f)
{
    int done = fflush(f);

    if (f == stdout && (done != 0 || ferror(f))) {
        end_with_pipe();
    }
    return done;
}

void (*windows_signal(int number, void (*handler)(int)))(int)
{
    if (number != SIGPIPE) {
        return signal(number, handler);
    }
    ignores_pipe = handler == SIG_IGN;
    return SIG_DFL;
}

static unsigned at_most(size_t n)
{
    return n < INT_MAX ? (unsigned)n : INT_MAX;
}

static ssize_t receive(SOCKET s, void *bytes, size_t n)
{
    int got = recv(s, bytes, (int)at_most(n), 0);

    return got >= 0                             ? got
           : WSAGetLastError() == WSAECONNRESET ? 0
           : WSAGetLastError() == WSAEMSGSIZE   ? (ssize_t)n /* the rest of a datagram is lost */
                                                : failed((unsigned long)WSAGetLastError());
}

ssize_t windows_read(int fd, void *bytes, size_t n)
{
    DWORD got = 0;

    switch (device_of(fd)) {
    case DEVICE_SOCKET:
        return receive((SOCKET)handle_of(fd), bytes, n);
    case DEVICE_SERIAL:
        return ReadFile((HANDLE)handle_of(fd), bytes, at_most(n), &got, NULL) ? (ssize_t)got
                                                                              : failed(GetLastError());
    default:
        return _read(fd, bytes, at_most(n));
    }
}

ssize_t windows_write(int fd, const void *bytes, size_t n)
{
    DWORD put = 0;
    int sent;

    switch (device_of(fd)) {
    case DEVICE_SOCKET:
        sent = send((SOCKET)handle_of(fd), bytes, (int)at_most(n), 0);
        return sent >= 0 ? sent : failed((unsigned long)WSAGetLastError());
    case DEVICE_SERIAL:
        return WriteFile((HANDLE)handle_of(fd), bytes, at_most(n), &put, NULL) ? (ssize_t)put
                                                                               : failed(GetLastError());
    default:
        break;
    }
    sent = _write(fd, bytes, at_most(n));
    if (sent < 0 && fd == STDOUT_FILENO) {
        end_with_pipe();
    }
    return sent;
}

int windows_close(int fd)
{
    enum device kind = device_of(fd);

    if (kind == DEVICE_NONE) {
        return _close(fd);
    }
    kinds[fd] = DEVICE_NONE;
    if (kind == DEVICE_SERIAL) {
        return _close(fd);
    }
    int done = closesocket((SOCKET)handle_of(fd));

    (void)_close(fd); /* frees the descriptor; the handle is closed already */
    return done == 0 ? 0 : failed((unsigned long)WSAGetLastError());
}

int pipe2(int ends[2], int flags)
{
    return _pipe(ends, 1 << 16, _O_BINARY | flags);
}

/* ------------------------------------------------------------------ waiting */

#define ASK_MS 5

/* @return whether a read returns at once: with bytes, or with the end */
static bool is_ready(int fd)
{
    HANDLE h = (HANDLE)handle_of(fd);
    DWORD bytes = 0, errors;
    COMSTAT state;

    if (device_of(fd) == DEVICE_SERIAL) {
        return !ClearCommError(h, &errors, &state) || state.cbInQue != 0;
    }
    if (GetFileType(h) == FILE_TYPE_PIPE) {
        return !PeekNamedPipe(h, NULL, 0, NULL, &bytes, NULL) || bytes != 0;
    }
    return true;
}

/* Wait for sockets. @return their number */
static unsigned poll_sockets(struct pollfd *list, unsigned n, int timeout_ms)
{
    WSAPOLLFD sockets[16];
    unsigned of[16], count = 0, ready = 0;

    for (unsigned i = 0; i < n && count < 16; i++) {
        if (device_of(list[i].fd) == DEVICE_SOCKET) {
            of[count] = i;
            sockets[count++] = (WSAPOLLFD){(SOCKET)handle_of(list[i].fd), POLLRDNORM, 0};
        }
    }
    if (count == 0) {
        Sleep((DWORD)timeout_ms);
        return 0;
    }
    if (WSAPoll(sockets, count, timeout_ms) > 0) {
        for (unsigned i = 0; i < count; i++) {
            list[of[i]].revents = sockets[i].revents != 0 ? POLLIN : 0;
            ready += sockets[i].revents != 0;
        }
    }
    return ready;
}

int poll(struct pollfd *list, unsigned n, int timeout_ms)
{
    uint64_t end = clock_ms() + (uint64_t)timeout_ms;
    bool asks = false;

    for (unsigned i = 0; i < n; i++) {
        asks |= list[i].fd >= 0 && device_of(list[i].fd) != DEVICE_SOCKET;
    }
    for (;;) {
        unsigned ready = 0;

        for (unsigned i = 0; i < n; i++) {
            list[i].revents = 0;
            if (list[i].fd >= 0 && device_of(list[i].fd) != DEVICE_SOCKET && is_ready(list[i].fd)) {
                list[i].revents = POLLIN;
                ready++;
            }
        }
        uint64_t now = clock_ms();
        int left = timeout_ms < 0 ? ASK_MS : now < end ? (int)(end - now) : 0;

        ready += poll_sockets(list, n, ready != 0 ? 0 : asks && left > ASK_MS ? ASK_MS : left);
        if (ready != 0 || (timeout_ms >= 0 && clock_ms() >= end)) {
            return (int)ready;
        }
    }
}
