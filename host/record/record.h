/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recording of a running target. The link's bytes are written to a file unchanged, console text is passed
 * through, and lines are typed at the target's shell.
 */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <record/serve.h>
#include <record/watch.h>
#include <record/words.h>

/** The channels to a target. */
struct target {
    int link;        /**< the trace link, to read; -1: none, or closed */
    int console_in;  /**< the console's input; -1: none */
    int console_out; /**< the console's output; -1: none */
    pid_t child;     /**< the emulator; 0: none */
    bool saves;      /**< the emulator has a plugin, which writes its result at the end */
    bool grows;      /**< the link and the console's output are files that grow until `lives` ends */
    int lives;       /**< a pipe that ends with the emulator, if they grow */
};

/** An image, and how QEMU runs it. */
struct target_image {
    const char *board; /**< a folder of platform/ */
    const char *elf;
    unsigned shift;     /**< an instruction takes 2^shift ns */
    bool exact;         /**< waiting takes no time, and all runs are the same */
    const char *plugin; /**< QEMU's -plugin, or NULL. With one, any image will do, and `board` may be a
                         * program with its options: "qemu-system-aarch64 -M virt -cpu cortex-a53" */
    bool typed; /**< the plugin must count little after the answer to a line: runs differ on a busy machine */
};

/**
 * Start an image in QEMU, its console and its trace link on pipes, or on files in memory if the run is exact.
 *
 * @param where  set to the word that is wrong, after an error
 * @param wrong  set to the reason, after an error
 * @return false after an error
 */
bool target_start(struct target *t, const struct target_image *image, const char **where, const char **wrong);

/**
 * Resolve a board or a program with its options as target_start() does: a program that runs as one of the
 * boards does has the board's name.
 *
 * @param board  replaced by the name, or else by the words with single blanks
 */
void target_resolve(char *board);

/**
 * Open a source: a file, a terminal or pty, "unix:PATH", "tcp:HOST:PORT", "rtt:HOST" of
 * OpenOCD, "udp:PORT" to listen, or "-" for standard input.
 *
 * @param baud  rate of a terminal; 0: unchanged
 * @return a descriptor, or -1; `wrong` is the reason
 */
int source_open(const char *name, unsigned baud, const char **wrong);

/** Make a pty. @return our end, or -1 @param name  set to the path of the other end */
int source_pty(char *name, unsigned size);

/**
 * End the emulator, if there is one.
 *
 * @return its wait status if it has ended by itself, else 0
 */
int target_stop(struct target *t);

/** Free the memory of a file that grows, up to where it was read. @param n  bytes of the last read */
void target_free_read(int file, size_t n);

/** Why a recording ended early. */
enum record_end {
    RECORD_ENDED,  /**< it didn't: all lines were typed, the event occurred, the input ended, the time was up,
                      or  it was stopped */
    RECORD_STUCK,  /**< timed out waiting for a prompt */
    RECORD_SILENT, /**< the emulator sent neither console text nor packets */
    RECORD_IDLE,   /**< the target doesn't stream by itself, and there are no lines to type */
};

/** The line that ends a stream. It is typed even if an earlier line was refused. */
#define PROMPT_USUAL  "> "
#define PROMPT_ZEPHYR ":~$ " /* in this shell Spoor's commands begin with WORDS_COMMAND */

#define RECORD_OFF "trace_stream off"

/** A recording in progress. */
struct recording {
    struct target target;
    int file;
    const char *const *lines; /**< lines to type in turn, each at a prompt; ends with NULL */
    const char *prompt;       /**< the end of the prompt; NULL: PROMPT_USUAL or PROMPT_ZEPHYR */
    uint64_t limit_ms;        /**< time limit; 0: none */
    bool quiet;               /**< don't pass console text through */
    bool midline;             /**< the text that was passed through doesn't end with a newline */
    bool silent;              /**< the target needn't print or send anything */
    int pty;                  /**< receives console text as well, and delivers keys; -1: none */
    bool progress, json;      /**< a line on standard error each second */
    struct serve serve;       /**< other readers of the stream */
    bool until;               /**< record_found() ends the recording, not the last line */
    uint64_t after_ms;        /**< time to record after record_found() */
    void (*tap)(void *arg, const uint8_t *bytes, size_t n); /**< receives the link's bytes; or NULL */
    void *tap_arg;
    uint64_t rotate_bytes;       /**< start another file after this size; 0: never */
    int (*next_file)(void *arg); /**< @return its descriptor, or -1 */
    void *arg;

    const char *name; /**< the name of the source, for messages */

    /* Results: */
    uint64_t bytes;   /**< written */
    uint64_t packets; /**< frames received */
    struct watch watch;
    struct words words; /**< from the console: a refused line, a panic */
    int error;          /**< errno of a write */
    enum record_end end;
    bool in_frame;     /**< the last frame is truncated */
    bool console_said; /**< the console has printed text */
};

/** Record until all lines are typed, the input ends, the time is up, or record_stop() is called. */
void record_run(struct recording *r);

/** End the recording after `after_ms`. May be called from another thread. */
void record_found(void);

/** End the recording. May be called from a signal handler. */
void record_stop(void);

#endif
