/* SPDX-License-Identifier: BSD-2-Clause */
/* Packets and metadata of CTF 1.8: https://diamon.org/ctf/v1.8.3/ */
#include <errno.h>
#include <string.h>
#include "ctf_priv.h"

#define MAGIC        0xC1FC1FC1u
#define PACKET_BYTES 65536
#define HEAD_BYTES   (8 + 5 * 8 + 4)

/* ------------------------------------------------------------------ packets */

void ctf_close_packet(struct trace_export *e, struct ctf_streams *c, unsigned cpu)
{
    struct ctf_stream *s = &c->cpu[cpu];

    if (s->packet.used == 0) {
        return;
    }
    uint64_t bits = (HEAD_BYTES + s->packet.used) * 8;

    c->head.used = 0;
    bytes_u32(&c->head, MAGIC);
    bytes_u32(&c->head, 0);
    bytes_u64(&c->head, s->begin);
    bytes_u64(&c->head, s->last);
    bytes_u64(&c->head, bits);
    bytes_u64(&c->head, bits);
    bytes_u64(&c->head, s->discarded);
    bytes_u32(&c->head, cpu);
    export_write(&e->to, s->file, &c->head);
    export_write(&e->to, s->file, &s->packet);
}

struct bytes *ctf_begin_event(struct trace_export *e, struct ctf_streams *c, unsigned cpu, unsigned event,
                              uint64_t time)
{
    struct ctf_stream *s = &c->cpu[cpu];
    char name[32];

    if (s->file == NULL) {
        snprintf(name, sizeof name, "channel0_%u", cpu);
        s->file = export_open(&e->to, name);
    }
    if (s->packet.used > PACKET_BYTES || (s->packet.used != 0 && time - s->begin > UINT32_MAX / 2)) {
        ctf_close_packet(e, c, cpu);
    }
    if (s->packet.used == 0) {
        s->begin = time;
    }
    s->last = time;
    bytes_u16(&s->packet, event);
    bytes_u32(&s->packet, (uint32_t)time);
    return &s->packet;
}

void ctf_string(struct bytes *b, const char *text)
{
    bytes_add(b, text, strlen(text) + 1);
}

/* ------------------------------------------------------------------ metadata */

void ctf_quoted(struct bytes *b, const char *text)
{
    bytes_u8(b, '"');
    for (; *text != 0; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\') {
            bytes_u8(b, '\\');
        }
        bytes_u8(b, c < ' ' || c == 0x7F ? '?' : c);
    }
    bytes_u8(b, '"');
}

static const char declarations[] =
    "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
    "typealias integer { size = 8; align = 8; signed = false; encoding = UTF8; } := utf8_t;\n"
    "typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
    "typealias integer { size = 32; align = 8; signed = false; base = 16; } := hex32;\n"
    "typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
    "typealias integer { size = 64; align = 8; signed = true; } := int64_t;\n"
    "trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint32_t magic; uint32_t "
    "stream_id; }; };\n";

static const char stream_text[] =
    "typealias integer { size = 32; align = 8; signed = false; map = clock.monotonic.value; } := clock32;\n"
    "typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := clock64;\n"
    "stream { id = 0; packet.context := struct { clock64 timestamp_begin; clock64 timestamp_end; uint64_t "
    "content_size; "
    "uint64_t packet_size; uint64_t events_discarded; uint32_t cpu_id; };\n"
    "  event.header := struct { uint16_t id; clock32 timestamp; };\n";

static void close_files(struct trace_export *e, struct ctf_streams *s)
{
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        if (s->cpu[cpu].file != NULL && fclose(s->cpu[cpu].file) != 0 && e->to.error == 0) {
            e->to.error = errno;
        }
        s->cpu[cpu].file = NULL;
    }
}

void ctf_finish(struct trace_export *e, struct ctf_streams *s, const char *domain, const char *context,
                struct bytes *events)
{
    struct bytes b = {0};
    FILE *f = export_open(&e->to, "metadata");

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        ctf_close_packet(e, s, cpu);
    }
    bytes_text(&b, "/* CTF 1.8 */\n");
    bytes_text(&b, declarations);
    bytes_print(
        &b,
        "env { domain = \"%s\"; tracer_name = \"lttng-%s\"; tracer_major = 2; tracer_minor = 13; hostname = ",
        domain, strcmp(domain, "kernel") == 0 ? "modules" : domain);
    ctf_quoted(&b, spoor_recording(e->reader)->header.board);
    bytes_print(&b, "; };\nclock { name = monotonic; freq = %u; offset = 0; };\n",
                e->hz != 0 ? e->hz : 1000000000);
    bytes_text(&b, stream_text);
    if (context != NULL) {
        bytes_print(&b, "  event.context := %s;\n", context);
    }
    bytes_text(&b, "};\n");
    bytes_add(&b, events->data, events->used);
    export_write(&e->to, f, &b);
    bytes_free(&b);
    if (f != NULL && fclose(f) != 0 && e->to.error == 0) {
        e->to.error = errno;
    }
    close_files(e, s);
}

void ctf_streams_free(struct ctf_streams *s)
{
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        if (s->cpu[cpu].file != NULL) {
            fclose(s->cpu[cpu].file);
        }
        bytes_free(&s->cpu[cpu].packet);
    }
    bytes_free(&s->head);
}
