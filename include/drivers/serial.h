/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A serial line with interrupt-driven input and buffered output.
 *
 * A driver supplies `ops` and an instance per port; the rings and their rules are shared
 * (src/drivers/serial/serial.c). One reader and one writer at a time: callers that share a port lock above
 * this.
 */
#ifndef DRIVERS_SERIAL_H
#define DRIVERS_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <hal/spinlock.h>
#include <drivers/ring.h>

SPOOR_EXTERN_C_BEGIN

struct serial;

/**
 * The operations of an IP block. All but open() are called one at a time, with interrupts masked;
 * serial_push() calls put() and fill() without.
 */
struct serial_ops {
    void (*open)(const struct serial *s, unsigned baud); /**< enable the port and its receive interrupt */
    bool (*put)(const struct serial *s, uint8_t byte);   /**< false when the transmitter is full */
    int (*get)(const struct serial *s);                  /**< a byte, or -1 when there is none */
    void (*tx_irq)(const struct serial *s, bool on);     /**< interrupt when the transmitter has room */
    void (*ack)(const struct serial *s);                 /**< clear the port's pending interrupts */
    /** put() for many bytes; may be NULL. @return how many it took */
    size_t (*fill)(const struct serial *s, const uint8_t *bytes, size_t n);
};

/** The state of a port, in RAM. */
struct serial_state {
    struct hal_spinlock lock; /**< over the rest and the block, between CPUs */
    struct ring rx, tx;
    uint32_t rx_lost; /**< bytes that came while the input buffer was full */
    bool sending;     /**< for blocks that report only that a byte has left */
    void (*notify)(void *arg, unsigned events);
    void *arg;
    bool opened;
    struct hal_spinlock polling; /**< between CPUs that write text or frames by polling */
    const uint8_t *frame;        /**< the rest of a frame that is going out; changed under `polling` */
    size_t frame_left;
};

/** A port: constant, in flash. */
struct serial {
    const struct serial_ops *ops;
    uintptr_t base;
    uint32_t clock_hz;
    uint16_t rx_line, tx_line; /**< interrupt lines; the same where the block has one for both */
    struct serial_state *state;
};

/** Events passed to `notify`. */
enum {
    SERIAL_INPUT = 1, /**< there is something to read */
    SERIAL_ROOM = 2,  /**< the output buffer has drained to half or less */
};

/**
 * Open a port.
 *
 * @param rx, tx      buffers, of power-of-two sizes, that live as long as the port
 * @param notify      called from the port's interrupt with SERIAL_* bits; may be NULL
 * @return 0, or -EINVAL for a buffer size that is no power of two
 *
 * Context: boot or thread. The caller attaches serial_isr() to the port's lines.
 */
int serial_open(const struct serial *s, unsigned baud, void *rx, size_t rx_bytes, void *tx, size_t tx_bytes,
                void (*notify)(void *arg, unsigned events), void *arg);

/** Queue up to `n` bytes for sending. @return how many were taken. Never waits. Context: any. */
size_t serial_write(const struct serial *s, const void *data, size_t n);

/** Take up to `n` received bytes. @return how many. Never waits. Context: any. */
size_t serial_read(const struct serial *s, void *data, size_t n);

/**
 * Give bytes straight to the transmitter, as many as it has room for. Masks nothing and raises no interrupt.
 *
 * @return how many it took
 *
 * Context: any; no other context uses the port's output meanwhile, and nothing is queued.
 */
size_t serial_push(const struct serial *s, const void *data, size_t n);

/** Send everything queued, then `data`, by polling. For faults and the last words. Context: any. */
void serial_write_polled(const struct serial *s, const void *data, size_t n);

/**
 * Write text by polling; "\n" goes out as "\r\n". Queued output, and a frame that is going out, goes first.
 * Before the port is open nothing happens.
 *
 * Context: any.
 */
void serial_print_polled(const struct serial *s, const char *text, size_t n);

/** Begin a frame, which text then waits for. Context: thread; one frame at a time, and nothing is queued. */
void serial_frame_begin(const struct serial *s, const void *data, size_t n);

/** Send some bytes of the frame. @return whether any are left. Context: the thread that began it. */
bool serial_frame_push(const struct serial *s);

/** Break the locks of a port that another context is using. Context: any; the other CPUs have halted. */
void serial_seize(const struct serial *s);

/** Interrupt handler for both lines; `arg` is the port. Context: interrupt. */
void serial_isr(unsigned line, void *arg);

/** The IP blocks in this tree. */
extern const struct serial_ops serial_cmsdk;
extern const struct serial_ops serial_pl011;
extern const struct serial_ops serial_nrf51;
extern const struct serial_ops serial_cadence;
extern const struct serial_ops serial_imx;
extern const struct serial_ops serial_stm32;
extern const struct serial_ops serial_uart16550;

SPOOR_EXTERN_C_END

#endif
