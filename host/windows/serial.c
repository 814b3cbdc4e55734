/* SPDX-License-Identifier: BSD-2-Clause */
/* Serial ports: COM3, or \\.\NAME for others. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <ctype.h>
#include <record/record.h>
#include <record/serial.h>
#include "devices.h"
#include "utf8.h"

/* Bytes that the system keeps until they are read. The recorder asks for them every few ms. */
#define ROOM_IN  (1 << 20)
#define ROOM_OUT (1 << 12)

bool is_serial(const char *name)
{
    return strncmp(name, "\\\\.\\", 4) == 0 ||
           (_strnicmp(name, "COM", 3) == 0 && isdigit((unsigned char)name[3]) &&
            strspn(name + 3, "0123456789") == strlen(name + 3));
}

/* 8 bits, no parity, no handshake. A read waits for the first byte. */
static bool set_raw(HANDLE h, unsigned baud, const char **wrong)
{
    COMMTIMEOUTS times = {MAXDWORD, MAXDWORD, MAXDWORD - 1, 0, 0};
    DCB port = {.DCBlength = sizeof port};

    if (!GetCommState(h, &port)) {
        *wrong = "not a serial port";
        return false;
    }
    port = (DCB){.DCBlength = sizeof port,
                 .BaudRate = baud != 0 ? baud : port.BaudRate,
                 .fBinary = TRUE,
                 .ByteSize = 8,
                 .Parity = NOPARITY,
                 .StopBits = ONESTOPBIT,
                 .fDtrControl = DTR_CONTROL_ENABLE,
                 .fRtsControl = RTS_CONTROL_ENABLE,
                 .XonLim = 2048,
                 .XoffLim = 512,
                 .XonChar = 17,
                 .XoffChar = 19};
    (void)SetupComm(h, ROOM_IN, ROOM_OUT);
    if (!SetCommState(h, &port)) {
        *wrong = "the port doesn't have this baud rate";
        return false;
    }
    if (!SetCommTimeouts(h, &times)) {
        *wrong = "the port has no timeouts";
        return false;
    }
    return true;
}

int serial_open(const char *name, unsigned baud, const char **wrong)
{
    char path[PATH_MAX];
    wchar_t device[WIDE_MAX];
    int fd;

    if (!is_serial(name)) {
        fd = open(name, O_RDWR | O_CLOEXEC);
        return fd >= 0 ? fd : open(name, O_RDONLY | O_CLOEXEC);
    }
    /* Only ports up to COM9 have names without the prefix. */
    snprintf(path, sizeof path, "%s%s", name[0] == '\\' ? "" : "\\\\.\\", name);
    if (wide(path, device) == NULL) {
        return -1;
    }
    HANDLE h = CreateFileW(device, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);

    if (h == INVALID_HANDLE_VALUE) {
        return failed(GetLastError());
    }
    if (!set_raw(h, baud, wrong)) {
        CloseHandle(h);
        return -1;
    }
    return device_add(DEVICE_SERIAL, (intptr_t)h);
}

int source_pty(char *name, unsigned size)
{
    (void)name;
    (void)size;
    errno = ENOSYS; /* "Function not implemented" */
    return -1;
}
