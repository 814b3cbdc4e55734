/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A serial line with interrupt-driven input and buffered output.
 *
 * A driver supplies `ops` and an instance per port; the rings are shared code
 * (src/drivers/serial/serial.c). There may be one reader and one writer at a time, so callers that share a
 * port must lock it themselves.
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
 * The operations of a device. All except open() are called one at a time, with interrupts masked.
 * serial_push() is an exception: it calls put() and fill() without masking.
 */
struct serial_ops {
    void (*open)(const struct serial *s, unsigned baud); /**< enable the port and its receive interrupt */
    bool (*put)(const struct serial *s, uint8_t byte);   /**< false if the transmitter is full */
    int (*get)(const struct serial *s);                  /**< a byte, or -1 if there is none */
    void (*tx_irq)(const struct serial *s, bool on);     /**< interrupt on room in the transmitter */
    void (*ack)(const struct serial *s);                 /**< clear the port's pending interrupts */
    /** put() for many bytes; may be NULL. @return the number of bytes taken */
    size_t (*fill)(const struct serial *s, const uint8_t *bytes, size_t n);
};

/** The state of a port, in RAM. */
struct serial_state {
    struct hal_spinlock lock; /**< protects the rest and the device, between CPUs */
    struct ring rx, tx;
    uint32_t rx_lost; /**< bytes received while the input buffer was full */
    bool sending;     /**< for devices that only report that a byte was sent */
    void (*notify)(void *arg, unsigned events);
    void *arg;
    bool opened;
    struct hal_spinlock polling; /**< between CPUs that poll to write text or frames */
    const uint8_t *frame;        /**< unsent part of the current frame; changed under `polling` */
    size_t frame_left;
};

/** A port: constant, in flash. */
struct serial {
    const struct serial_ops *ops;
    uintptr_t base;
    uint32_t clock_hz;
    uint16_t rx_line, tx_line; /**< interrupt lines; equal if the device has one for both */
    struct serial_state *state;
};

/** Events passed to `notify`. */
enum {
    SERIAL_INPUT = 1, /**< input is available */
    SERIAL_ROOM = 2,  /**< the output buffer has drained to half or less */
};

/**
 * Open a port.
 *
 * @param rx, tx      buffers, whose sizes must be powers of two; they must stay valid while the port is
 * used
 * @param notify      called from the port's interrupt with SERIAL_* bits; may be NULL
 * @return 0, or -EINVAL if a buffer size isn't a power of two
 *
 * Context: boot or thread. The caller must attach serial_isr() to the port's lines.
 */
int serial_open(const struct serial *s, unsigned baud, void *rx, size_t rx_bytes, void *tx, size_t tx_bytes,
                void (*notify)(void *arg, unsigned events), void *arg);

/** Queue up to `n` bytes for sending, without waiting. @return the number of bytes taken. Context: any. */
size_t serial_write(const struct serial *s, const void *data, size_t n);

/** Take up to `n` received bytes, without waiting. @return the number of bytes. Context: any. */
size_t serial_read(const struct serial *s, void *data, size_t n);

/**
 * Write bytes directly to the transmitter, as many as it has room for. Masks nothing and enables no
 * interrupt.
 *
 * @return the number of bytes taken
 *
 * Context: any. No other context may use the port's output meanwhile, and nothing may be queued.
 */
size_t serial_push(const struct serial *s, const void *data, size_t n);

/** Send everything queued, then `data`, by polling. For faults and final messages. Context: any. */
void serial_write_polled(const struct serial *s, const void *data, size_t n);

/**
 * Write text by polling, with "\n" sent as "\r\n". Queued output and a partly sent frame are sent first.
 * Does nothing before the port is open.
 *
 * Context: any.
 */
void serial_print_polled(const struct serial *s, const char *text, size_t n);

/** Start a frame. Text then waits for it. Context: thread; one frame at a time, and nothing may be queued. */
void serial_frame_begin(const struct serial *s, const void *data, size_t n);

/** Send some bytes of the frame. @return whether any are left. Context: the thread that started it. */
bool serial_frame_push(const struct serial *s);

/**
 * Release the locks of a port that another context may hold. Context: any; the other CPUs must have halted.
 */
void serial_seize(const struct serial *s);

/** Interrupt handler for both lines; `arg` is the port. Context: interrupt. */
void serial_isr(unsigned line, void *arg);

/** The serial devices in this tree. */
extern const struct serial_ops serial_cmsdk;
extern const struct serial_ops serial_pl011;
extern const struct serial_ops serial_nrf51;
extern const struct serial_ops serial_cadence;
extern const struct serial_ops serial_imx;
extern const struct serial_ops serial_stm32;
extern const struct serial_ops serial_uart16550;

SPOOR_EXTERN_C_END

#endif
