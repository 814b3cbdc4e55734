/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reason of a failure, as a value. It is passed up to the command, which alone prints it.
 *
 *     return fault_set(fault, STATUS_UNREADABLE, "%s: %s", path, strerror(errno));
 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stdbool.h>

/** How a query or command ended; also the exit statuses of the tool. */
enum status {
    STATUS_OK = 0,         /**< success, and no contradiction found */
    STATUS_WRONG = 1,      /**< a contradiction or a regression */
    STATUS_UNREADABLE = 2, /**< an input or output failed, or the request is wrong */
    STATUS_CANT_SAY = 3,   /**< the recording lacks an event or a name that the request needs */
};

#define FAULT_MAX 2400

struct fault {
    bool usage;           /**< the request is wrong: the message refers to the command's help */
    char text[FAULT_MAX]; /**< one line; empty: no reason, or it was reported already */
};

/** Set the text of a failure. @return `status` */
int fault_set(struct fault *f, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** Set the text of a wrong request. @return STATUS_UNREADABLE */
int fault_usage(struct fault *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
