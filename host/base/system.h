/* SPDX-License-Identifier: BSD-2-Clause */
/* What the system has besides the C library. A definition by the compiler's command line has priority. */
#ifndef BASE_SYSTEM_H
#define BASE_SYSTEM_H

/** Temporary files. */
#ifndef SYSTEM_TEMPORARY
#if defined(__wasm__)
#define SYSTEM_TEMPORARY 0
#else
#define SYSTEM_TEMPORARY 1
#endif
#endif

/** Threads. */
#ifndef SYSTEM_THREADS
#if defined(__wasm__)
#define SYSTEM_THREADS 0
#else
#define SYSTEM_THREADS 1
#endif
#endif

/** Signals with handlers, and times of processes. */
#ifndef SYSTEM_PROCESSES
#if defined(__wasm__)
#define SYSTEM_PROCESSES 0
#else
#define SYSTEM_PROCESSES 1
#endif
#endif

/** Emulators, serial ports and sockets. */
#ifndef SYSTEM_DEVICES
#if defined(__wasm__)
#define SYSTEM_DEVICES 0
#else
#define SYSTEM_DEVICES 1
#endif
#endif

/** The libraries for HTTP, screens, and SQLite and OTF2 files. */
#ifndef SYSTEM_LIBRARIES
#if defined(__wasm__) || defined(_WIN32)
#define SYSTEM_LIBRARIES 0
#else
#define SYSTEM_LIBRARIES 1
#endif
#endif

/** How serial ports are named. */
#if defined(_WIN32)
#define SYSTEM_SERIAL "COM3, \\\\.\\NAME"
#else
#define SYSTEM_SERIAL "/dev/NAME"
#endif

/** Characters that separate the components of a path; how a shell quotes a word, and a quote in it. */
#if defined(_WIN32)
#define SYSTEM_SEPARATORS "/\\"
#define SYSTEM_QUOTE      "\""
#define SYSTEM_QUOTED     "\\\""
#else
#define SYSTEM_SEPARATORS "/"
#define SYSTEM_QUOTE      "'"
#define SYSTEM_QUOTED     "'\\''"
#endif

/** zlib, to compress. */
#ifndef SYSTEM_ZLIB
#if defined(__wasm__) || defined(_WIN32)
#define SYSTEM_ZLIB 0
#else
#define SYSTEM_ZLIB 1
#endif
#endif

#endif
