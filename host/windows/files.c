/* SPDX-License-Identifier: BSD-2-Clause */
/* Files whose names are UTF-8. */
#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <windows.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/mman.h>
#include "devices.h"
#include "utf8.h"

/* ------------------------------------------------------------------ names and errors */

const wchar_t *wide(const char *text, wchar_t *to)
{
    if (strcmp(text, "/dev/null") == 0) {
        text = "NUL";
    }
    if (MultiByteToWideChar(CP_UTF8, 0, text, -1, to, WIDE_MAX) == 0) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return to;
}

size_t narrow(const wchar_t *text, char *to, size_t size)
{
    int n = WideCharToMultiByte(CP_UTF8, 0, text, -1, to, (int)size, NULL, NULL);

    return n > 0 ? (size_t)n - 1 : 0;
}

int failed(unsigned long error)
{
    static const struct {
        unsigned long error;
        int number;
    } errors[] = {{ERROR_FILE_NOT_FOUND, ENOENT},
                  {ERROR_PATH_NOT_FOUND, ENOENT},
                  {ERROR_INVALID_NAME, ENOENT},
                  {ERROR_BAD_PATHNAME, ENOENT},
                  {ERROR_BAD_NETPATH, ENOENT},
                  {ERROR_BAD_NET_NAME, ENOENT},
                  {ERROR_NOT_READY, ENOENT},
                  {ERROR_ACCESS_DENIED, EACCES},
                  {ERROR_SHARING_VIOLATION, EACCES},
                  {ERROR_LOCK_VIOLATION, EACCES},
                  {ERROR_WRITE_PROTECT, EACCES},
                  {ERROR_FILE_EXISTS, EEXIST},
                  {ERROR_ALREADY_EXISTS, EEXIST},
                  {ERROR_DIRECTORY, ENOTDIR},
                  {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
                  {ERROR_DISK_FULL, ENOSPC},
                  {ERROR_HANDLE_DISK_FULL, ENOSPC},
                  {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                  {ERROR_OUTOFMEMORY, ENOMEM},
                  {ERROR_BROKEN_PIPE, EPIPE},
                  {ERROR_NO_DATA, EPIPE},
                  {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                  {WSAECONNREFUSED, ECONNREFUSED},
                  {WSAECONNRESET, ECONNRESET},
                  {WSAECONNABORTED, ECONNABORTED},
                  {WSAETIMEDOUT, ETIMEDOUT},
                  {WSAEHOSTUNREACH, EHOSTUNREACH},
                  {WSAENETUNREACH, ENETUNREACH},
                  {WSAEADDRINUSE, EADDRINUSE},
                  {WSAEADDRNOTAVAIL, EADDRNOTAVAIL},
                  {WSAEACCES, EACCES},
                  {WSAEAFNOSUPPORT, EAFNOSUPPORT},
                  {WSAEWOULDBLOCK, EAGAIN},
                  {WSAEINVAL, EINVAL},
                  {ERROR_INVALID_HANDLE, EBADF},
                  {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG}};

    errno = EIO;
    for (size_t n = 0; n < sizeof errors / sizeof *errors; n++) {
        if (errors[n].error == error) {
            errno = errors[n].number;
        }
    }
    return -1;
}

static int result(BOOL done)
{
    return done ? 0 : failed(GetLastError());
}

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* ------------------------------------------------------------------ attributes */

static time_t seconds(FILETIME t)
{
    const uint64_t since_1601 = (uint64_t)t.dwHighDateTime << 32 | t.dwLowDateTime;

    return (time_t)(since_1601 / 10000000) - 11644473600;
}

static int stat_handle(HANDLE h, struct stat *st)
{
    BY_HANDLE_FILE_INFORMATION i;
    DWORD type = GetFileType(h);

    *st = (struct stat){.st_mode = type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR};
    if (type != FILE_TYPE_DISK) {
        return 0;
    }
    if (!GetFileInformationByHandle(h, &i)) {
        return failed(GetLastError());
    }
    st->st_dev = i.dwVolumeSerialNumber;
    st->st_ino = (uint64_t)i.nFileIndexHigh << 32 | i.nFileIndexLow;
    st->st_mode = ((i.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? S_IFDIR | 0111 : S_IFREG) |
                  ((i.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444 : 0644);
    st->st_size = (int64_t)((uint64_t)i.nFileSizeHigh << 32 | i.nFileSizeLow);
    st->st_mtime = seconds(i.ftLastWriteTime);
    return 0;
}

int fstat(int fd, struct stat *st)
{
    HANDLE h = handle_of(fd);

    if (h == INVALID_HANDLE_VALUE) {
        errno = EBADF;
        return -1;
    }
    return stat_handle(h, st);
}

int stat(const char *path, struct stat *st)
{
    wchar_t name[WIDE_MAX];

    if (wide(path, name) == NULL) {
        return -1;
    }
    if (is_serial(path)) { /* opening it would set its lines */
        *st = (struct stat){.st_mode = S_IFCHR};
        return 0;
    }
    HANDLE h = CreateFileW(name, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                           OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);

    if (h == INVALID_HANDLE_VALUE) {
        return failed(GetLastError());
    }
    int done = stat_handle(h, st);

    CloseHandle(h);
    return done;
}

int access(const char *path, int mode)
{
    wchar_t name[WIDE_MAX];

    return wide(path, name) != NULL ? _waccess(name, mode & (R_OK | W_OK)) : -1;
}

int isatty(int fd)
{
    DWORD mode;

    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

int fchmod(int fd, mode_t mode)
{
    (void)fd;
    (void)mode;
    return 0;
}

char *realpath(const char *path, char *to)
{
    wchar_t name[WIDE_MAX], real[WIDE_MAX];

    if (wide(path, name) == NULL) {
        return NULL;
    }
    HANDLE h = CreateFileW(name, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                           OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    DWORD n = h != INVALID_HANDLE_VALUE ? GetFinalPathNameByHandleW(h, real, WIDE_MAX, VOLUME_NAME_DOS) : 0;
    unsigned long error = GetLastError();

    if (h != INVALID_HANDLE_VALUE) {
        CloseHandle(h);
    }
    if (n == 0) {
        (void)failed(error);
        return NULL;
    }
    /* The path begins with \\?\, or with \\?\UNC\ for \\. */
    wchar_t *from = n >= WIDE_MAX                            ? NULL
                    : wcsncmp(real, L"\\\\?\\UNC\\", 8) == 0 ? real + 6
                    : wcsncmp(real, L"\\\\?\\", 4) == 0      ? real + 4
                                                             : real;

    if (from == real + 6) {
        *from = L'\\';
    }
    if (from == NULL || narrow(from, to, PATH_MAX) == 0) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    for (char *c = to; *c != 0; c++) {
        *c = *c == '\\' ? '/' : *c;
    }
    return to;
}

/* ------------------------------------------------------------------ opening */

static bool is_folder(const wchar_t *name)
{
    DWORD attributes = GetFileAttributesW(name);

    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

int open(const char *path, int flags, ...)
{
    wchar_t name[WIDE_MAX];
    va_list arguments;

    va_start(arguments, flags);
    int mode = (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;

    va_end(arguments);
    if (wide(path, name) == NULL) {
        return -1;
    }
    int fd = _wopen(name, flags | _O_BINARY, mode & (_S_IREAD | _S_IWRITE));

    if (fd < 0 && errno == EACCES && is_folder(name)) {
        errno = EISDIR;
    }
    return fd;
}

/* Standard input, if it is a file: a descriptor of its own, at the beginning. */
static FILE *open_input(void)
{
    int fd = dup(STDIN_FILENO);
    FILE *f = fd >= 0 && lseek(fd, 0, SEEK_SET) == 0 ? fdopen(fd, "rb") : NULL;

    if (f == NULL && fd >= 0) {
        close(fd);
    }
    return f;
}

FILE *fopen(const char *path, const char *mode)
{
    wchar_t name[WIDE_MAX], how[8];

    if (strcmp(path, "/dev/stdin") == 0) {
        return open_input();
    }
    if (wide(path, name) == NULL ||
        swprintf(how, sizeof how / sizeof *how, L"%hs%hs", mode, strchr(mode, 'b') != NULL ? "" : "b") < 0) {
        return NULL;
    }
    FILE *f = _wfopen(name, how);

    if (f == NULL && errno == EACCES && is_folder(name)) {
        errno = EISDIR;
    }
    return f;
}

FILE *tmpfile(void)
{
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];

    if (GetTempPathW(MAX_PATH + 1, folder) == 0 || GetTempFileNameW(folder, L"spo", 0, name) == 0) {
        (void)failed(GetLastError());
        return NULL;
    }
    HANDLE h = CreateFileW(name, GENERIC_READ | GENERIC_WRITE,
                           FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS,
                           FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    int fd = h != INVALID_HANDLE_VALUE ? _open_osfhandle((intptr_t)h, _O_BINARY | _O_NOINHERIT)
                                       : failed(GetLastError());

    return fd >= 0 ? fdopen(fd, "w+b") : NULL;
}

/* ------------------------------------------------------------------ changing */

/* A virus scanner may hold a new file for a moment. */
#define BUSY_MS    10
#define BUSY_TIMES 50

int rename(const char *from, const char *to)
{
    wchar_t source[WIDE_MAX], target[WIDE_MAX];

    if (wide(from, source) == NULL || wide(to, target) == NULL) {
        return -1;
    }
    for (int n = 0;; n++) {
        if (MoveFileExW(source, target, MOVEFILE_REPLACE_EXISTING)) {
            return 0;
        }
        unsigned long error = GetLastError();

        if (is_folder(target)) {
            errno = EISDIR;
            return -1;
        }
        if (error != ERROR_SHARING_VIOLATION || n == BUSY_TIMES) {
            return failed(error);
        }
        Sleep(BUSY_MS);
    }
}

int unlink(const char *path)
{
    wchar_t name[WIDE_MAX];

    return wide(path, name) != NULL ? result(DeleteFileW(name)) : -1;
}

int rmdir(const char *path)
{
    wchar_t name[WIDE_MAX];

    return wide(path, name) != NULL ? result(RemoveDirectoryW(name)) : -1;
}

int mkdir(const char *path, mode_t mode)
{
    wchar_t name[WIDE_MAX];

    (void)mode;
    return wide(path, name) != NULL ? result(CreateDirectoryW(name, NULL)) : -1;
}

ssize_t pread(int fd, void *bytes, size_t n, off_t offset)
{
    int64_t before = _lseeki64(fd, 0, SEEK_CUR);
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)((uint64_t)offset >> 32)};
    DWORD got = 0;

    if (before < 0) {
        return -1;
    }
    BOOL done = ReadFile(handle_of(fd), bytes, n < INT_MAX ? (DWORD)n : INT_MAX, &got, &at);
    unsigned long error = GetLastError();

    (void)_lseeki64(fd, before, SEEK_SET); /* the read has moved it */
    return done || error == ERROR_HANDLE_EOF ? (ssize_t)got : failed(error);
}

/* ------------------------------------------------------------------ mapping */

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    HANDLE map = CreateFileMappingW(handle_of(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    void *bytes = map != NULL ? MapViewOfFile(map, FILE_MAP_READ, 0, 0, size) : NULL;

    (void)at;
    (void)protection;
    (void)flags;
    (void)offset;
    if (bytes == NULL) {
        (void)failed(GetLastError());
    }
    if (map != NULL) {
        CloseHandle(map); /* the view keeps it */
    }
    return bytes != NULL ? bytes : MAP_FAILED;
}

int munmap(void *at, size_t size)
{
    (void)size;
    return result(UnmapViewOfFile(at));
}

/* ------------------------------------------------------------------ folders */

struct DIR {
    HANDLE search;
    WIN32_FIND_DATAW data;
    struct dirent entry;
    bool ahead; /* `data` hasn't been returned */
};

DIR *opendir(const char *path)
{
    char pattern[PATH_MAX + 2];
    wchar_t name[WIDE_MAX];
    DIR *d = calloc(1, sizeof *d);

    if (d == NULL || snprintf(pattern, sizeof pattern, "%s/*", path) >= (int)sizeof pattern ||
        wide(pattern, name) == NULL) {
        free(d);
        return NULL;
    }
    d->search = FindFirstFileW(name, &d->data);
    d->ahead = true;
    if (d->search == INVALID_HANDLE_VALUE) {
        (void)failed(GetLastError());
        free(d);
        return NULL;
    }
    return d;
}

struct dirent *readdir(DIR *d)
{
    if (!d->ahead && !FindNextFileW(d->search, &d->data)) {
        return NULL;
    }
    d->ahead = false;
    return narrow(d->data.cFileName, d->entry.d_name, sizeof d->entry.d_name) != 0 ? &d->entry : NULL;
}

int closedir(DIR *d)
{
    FindClose(d->search);
    free(d);
    return 0;
}
