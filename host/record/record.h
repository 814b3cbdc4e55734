/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recording from a running target: the link's bytes go to a file as they are, console text passes through,
 * lines are typed at the target's shell.
 */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <record/serve.h>
#include <record/watch.h>
#include <record/words.h>

/** Where the target is. */
struct target {
    int link;        /**< the trace link, to read; -1: none, or it has ended */
    int console_in;  /**< to type; -1: none */
    int console_out; /**< the console's output; -1: none */
    pid_t child;     /**< the emulator; 0: none */
};

/**
 * Start an image in QEMU, its console and its trace link on pipes.
 *
 * @param board  a folder of platform/
 * @param shift  an instruction takes 2^shift ns
 * @param exact  waiting takes no time, and each run is the same
 * @param where  set to the word that is wrong, when it fails …
 * @param wrong  … and to the reason
 * @return false after an error
 */
bool target_start(struct target *t, const char *board, const char *elf, unsigned shift, bool exact,
                  const char **where, const char **wrong);

/**
 * Open a source: a file, a terminal or pty, "unix:PATH", "tcp:HOST:PORT", "udp:PORT" to listen, or "-" for
 * standard input.
 *
 * @param baud  of a terminal; 0: as it is set
 * @return a descriptor, or -1; `wrong` is the reason
 */
int source_open(const char *name, unsigned baud, const char **wrong);

/** Make a pty. @return its own end, or -1 @param name  set to the path of the other end */
int source_pty(char *name, unsigned size);

/**
 * End the emulator, if there is one.
 *
 * @return its wait status, when it has ended by itself; otherwise 0
 */
int target_stop(struct target *t);

/** Why a recording ended early. */
enum record_end {
    RECORD_ENDED, /**< it didn't: the lines were done, the event came, the input ended, time was up, or it was
                     stopped */
    RECORD_STUCK, /**< no prompt came, for a line to be typed */
    RECORD_SILENT, /**< the emulator gave neither console text nor packets */
    RECORD_IDLE,   /**< no packet came by itself, and no line is there to ask for any */
};

/** The line that ends a stream: it is typed even when a line before it was refused. */
#define PROMPT_USUAL  "> "
#define PROMPT_ZEPHYR ":~$ " /* its shell has Spoor's commands below WORDS_COMMAND */

#define RECORD_OFF "trace_stream off"

/** A recording that goes on. */
struct recording {
    struct target target;
    int file;
    const char *const *lines; /**< to type, in turn, each at a prompt; ends with NULL */
    const char
        *prompt;       /**< the end of the console's output when it waits for a line; NULL: of one of these */
    uint64_t limit_ms; /**< end after so long; 0: none */
    bool quiet;        /**< don't pass console text through */
    int pty;           /**< the console's text goes there as well, and keys come from it; -1: none */
    bool progress, json; /**< a line on standard error each second */
    struct serve serve;  /**< further readers */
    bool until;          /**< record_found() ends it, also when the lines are done … */
    uint64_t after_ms;   /**< … and it goes on for so long after that */
    void (*tap)(void *arg, const uint8_t *bytes, size_t n); /**< sees the link's bytes; or NULL */
    void *tap_arg;
    uint64_t rotate_bytes;       /**< begin another file after so many; 0: never */
    int (*next_file)(void *arg); /**< @return its descriptor, or -1 */
    void *arg;

    const char *name; /**< of the source, for messages */

    /* Results: */
    uint64_t bytes;   /**< written */
    uint64_t packets; /**< frames that came */
    struct watch watch;
    struct words words; /**< what the console said: a refused line, a panic */
    int error;          /**< errno of a write */
    enum record_end end;
    bool in_frame;     /**< the last frame was cut off */
    bool console_said; /**< there was any text on the console */
};

/** Record until the lines are done, the input ends, time is up, or record_stop(). */
void record_run(struct recording *r);

/** End the recording `after_ms` from now; from another thread. */
void record_found(void);

/** End the recording; from a signal handler. */
void record_stop(void);

#endif
