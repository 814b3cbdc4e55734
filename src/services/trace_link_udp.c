/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace link over Ethernet, with one frame of the stream per UDP datagram (RFC 768, RFC 791). There is
 * no network stack. Datagrams are sent to the Ethernet broadcast address and one IP address, so no address
 * resolution and no receiver are needed.
 */
#if CONFIG_TRACE && CONFIG_TRACE_LINK_UDP && CONFIG_TRACE_EVENTS

#include <errno.h>
#include <string.h>
#include <drivers/board.h>
#include <drivers/ethernet.h>
#include <services/trace_link.h>

#define IP_BYTES     20
#define UDP_BYTES    8
#define HEADER_BYTES (ETHERNET_HEADER_BYTES + IP_BYTES + UDP_BYTES)
#define DATA_MAX     512

static uint8_t packet[HEADER_BYTES + DATA_MAX];
static uint16_t number;
static int opened = -ENODEV;

static void put_16(uint8_t *at, uint32_t n)
{
    at[0] = (uint8_t)(n >> 8);
    at[1] = (uint8_t)n;
}

static void put_32(uint8_t *at, uint32_t n)
{
    put_16(at, n >> 16);
    put_16(at + 2, n & 0xFFFF);
}

/* The checksum of RFC 1071 over the header. */
static uint32_t header_sum(const uint8_t *ip)
{
    uint32_t sum = 0;

    for (unsigned n = 0; n < IP_BYTES; n += 2) {
        sum += (uint32_t)ip[n] << 8 | ip[n + 1];
    }
    sum = (sum & 0xFFFF) + (sum >> 16);
    return ~((sum & 0xFFFF) + (sum >> 16)) & 0xFFFF;
}

static void put_ip(uint8_t *ip, size_t bytes)
{
    memset(ip, 0, IP_BYTES);
    ip[0] = 0x45; /* version 4, 5 words */
    put_16(ip + 2, (uint32_t)(IP_BYTES + UDP_BYTES + bytes));
    put_16(ip + 4, number++);
    ip[8] = 64; /* time to live */
    ip[9] = 17; /* UDP */
    put_32(ip + 12, CONFIG_TRACE_UDP_FROM);
    put_32(ip + 16, CONFIG_TRACE_UDP_TO);
    put_16(ip + 10, header_sum(ip));
}

static void send_datagram(const uint8_t *data, size_t bytes)
{
    uint8_t *ip = packet + ETHERNET_HEADER_BYTES, *udp = ip + IP_BYTES;

    put_ip(ip, bytes);
    put_16(udp, CONFIG_TRACE_UDP_PORT);
    put_16(udp + 2, CONFIG_TRACE_UDP_PORT);
    put_16(udp + 4, (uint32_t)(UDP_BYTES + bytes));
    put_16(udp + 6, 0); /* no checksum: the stream has its own */
    memcpy(udp + UDP_BYTES, data, bytes);
    board.ethernet->ops->send(board.ethernet, packet, HEADER_BYTES + bytes);
}

static int udp_open(void)
{
    if (board.ethernet == NULL) {
        return -ENODEV;
    }
    memset(packet, 0xFF, 6); /* broadcast */
    memcpy(packet + 6, board.ethernet->address, 6);
    put_16(packet + 12, 0x0800); /* IPv4 */
    opened = board.ethernet->ops->open(board.ethernet);
    return opened;
}

static void udp_send(const uint8_t *frame, size_t bytes)
{
    for (size_t n; opened == 0 && bytes > 0; bytes -= n, frame += n) {
        n = bytes < DATA_MAX ? bytes : DATA_MAX;
        send_datagram(frame, n);
    }
}

const struct trace_link trace_link = {.name = "udp", .open = udp_open, .send = udp_send};

#endif
