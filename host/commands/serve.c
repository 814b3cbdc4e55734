/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor serve: serve the report on loopback, live. The page polls for newer data every second. The recording
 * is a growing file, or a stream that is stored in a file. Each answer is a report about its last seconds.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <cli/cli.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <netinet/in.h>
#include <base/time.h>
#include <engine/libspoor.h>
#include <foreign/refused.h>
#include <record/operate.h>
#include <report/page/parts.h>
#include "serve_target.h"

static struct {
    const char *elf, *templates, *topology, *qemu, *console, *output;
    uint64_t port, baud, window_s, limit;
} given;

#define WINDOW_S 10
#define LIMIT    500000

static const struct option options[] = {
    {"elf", 'e', OPTION_TEXT, &given.elf, "ELF", "The program that runs. Packs need none."},
    {"port", 'p', OPTION_NUMBER, &given.port, "N", "Listen on this port of loopback (default: a free one)."},
    {"window", 'w', OPTION_COUNT, &given.window_s, "SECONDS",
     "Show the last SECONDS of a growing recording (default 10)."},
    {"limit", 0, OPTION_COUNT, &given.limit, "N", "Keep N intervals in full detail (default 500000)."},
    {"topology", 0, OPTION_TEXT, &given.topology, "GROUPS",
     "CPUs that belong together. See `spoor help report`."},
    {"template", 0, OPTION_TEXT, &given.templates, "FOLDER",
     "Take the page's files from FOLDER. See `spoor help report`."},
    {"baud", 'b', OPTION_COUNT, &given.baud, "N", "The rate of a serial port."},
    {"console", 'c', OPTION_TEXT, &given.console, "SOURCE",
     "The target's shell, which may be on FILE. The page starts and stops the recording by it."},
    {"qemu", 'q', OPTION_TEXT, &given.qemu, "BOARD",
     "Start this board in QEMU, with the image FILE. The page has its shell."},
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Keep the stream in FILE."},
    OPTION_END};

static const char description[] =
    "`spoor serve` serves the page of `spoor report` on loopback and prints its address. The address "
    "contains an access token; requests without it are refused. Ctrl-C ends the server.\n\n"
    "FILE is a recording, which may still grow, or a source as in `spoor help sources`.\n\n"
    "With --console or --qemu the page starts, stops and marks the recording, and chooses the events whose "
    "stacks are recorded. Words after -- are lines for the target's shell, typed first; without any, "
    "`trace_stream on` is typed.";

static const struct doc_item examples[] = {
    {"spoor record --qemu mps2-an385 demo.elf --serve 4444 -- 'trace_stream on' 'sleep 60000'",
     "Record, and offer the stream to readers."},
    {"spoor serve -e demo.elf tcp:localhost:4444", "Show that stream in a browser, from another terminal."},
    {"spoor serve --qemu mps2-an385 demo-events.elf -o run.spoor",
     "Start a board in QEMU, and operate its recording from the page."},
    {NULL}};

static struct {
    struct cli *cli;
    const char *path; /* the recording, or the file in which the stream is stored */
    char spool[64];
    char token[33], host[2][32];
    bool operated;     /* the page may use the target's shell */
    int from;          /* the stream, or -1 */
    uint64_t answered; /* the size of the file when it was last reported */
    uint64_t end_ns;   /* its last time */
    pthread_mutex_t lock;
} server = {.from = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ------------------------------------------------------------------ the stream */

static void *keep(void *arg)
{
    static char bytes[65536];
    int to = *(int *)arg;
    ssize_t n;

    while ((n = read(server.from, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR)) {
        for (ssize_t done = 0, k; done < n; done += k) {
            k = write(to, bytes + done, (size_t)(n - done));
            if (k < 0) {
                fprintf(stderr, "spoor: %s: %s\n", server.path, strerror(errno));
                return NULL;
            }
        }
    }
    return NULL;
}

/* Make the file in which a stream is stored: --output, or one that is deleted at the end. @return it, or -1
 */
static int make_spool(void)
{
    int to;

    if (given.output != NULL) {
        server.path = given.output;
        to = open(given.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    } else {
        snprintf(server.spool, sizeof server.spool, "/tmp/spoor-serve-XXXXXX");
        server.path = server.spool;
        to = mkstemp(server.spool);
    }
    if (to < 0) {
        fprintf(stderr, "spoor: %s: %s\n", server.path, strerror(errno));
    }
    return to;
}

static unsigned baud(void)
{
    return given.baud != 0 ? (unsigned)given.baud : 115200;
}

/* Record the target whose shell the page may use. */
static int operate_target(const char *name, char **lines)
{
    const struct serve_target target = {name, given.console, given.qemu, baud()};
    int to = make_spool();

    return to < 0 ? CLI_UNREADABLE : serve_target_begin(&target, to, lines);
}

/* Store a stream in a file. */
static int keep_stream(struct cli *cli, const char *name)
{
    static int to;
    static struct input source;
    pthread_t thread;

    if (strcmp(name, "-") == 0) {
        server.from = 0;
    } else if (cli_open_source(cli, &source, given.elf, name, baud(), &server.from) != CLI_OK) {
        return CLI_UNREADABLE;
    }
    to = make_spool();
    if (to < 0) {
        return CLI_UNREADABLE;
    }
    if (pthread_create(&thread, NULL, keep, &to) != 0) {
        return cli_failed(server.path, strerror(errno));
    }
    pthread_detach(thread);
    return CLI_OK;
}

static uint64_t size_now(void)
{
    struct stat s;

    return stat(server.path, &s) == 0 ? (uint64_t)s.st_size : 0;
}

/* ------------------------------------------------------------------ answers */

/* @return the descriptor of a file without a name, or -1 */
static int nameless(void)
{
    FILE *f = tmpfile();
    int fd = f != NULL ? dup(fileno(f)) : -1;

    if (f != NULL) {
        fclose(f);
    }
    return fd;
}

/* Write a report about the last seconds. @return a descriptor, or -1 */
static int make(bool page)
{
    static struct out out;
    struct page *p = calloc(1, sizeof *p);
    char range[48] = "";
    uint64_t window = (given.window_s != 0 ? given.window_s : WINDOW_S) * 1000000000, size = size_now();
    struct pass_options pass = {.range = NULL};

    if (server.end_ns > window) {
        snprintf(range, sizeof range, "%" PRIu64 "ns..", server.end_ns - window);
        pass.range = range;
    }
    out = (struct out){.fd = nameless()};
    if (p == NULL || out.fd < 0) {
        free(p);
        return -1;
    }
    p->file = server.spool[0] != 0                ? "live"
              : strrchr(server.path, '/') != NULL ? strrchr(server.path, '/') + 1
                                                  : server.path;
    p->options = &pass;
    int result = cli_open_any(server.cli, &p->input, given.elf, server.path);
    struct report_look look = {.templates = given.templates, .live = true, .operated = server.operated};

    if (result == CLI_OK && p->input.profile_kind == NULL) {
        result = report_read(p, given.topology, given.limit != 0 ? given.limit : LIMIT,
                             REPORT_TABLES | REPORT_PICTURES);
    }
    if (result == CLI_OK && page) {
        result = report_page(p, 1, &look, &out, &p->input.fault);
    } else if (result == CLI_OK) {
        report_sections(p, 1, &(struct section_to){&out, SECTION_FRAMES, &p->input.report});
        out_flush(&out);
    }
    if (result == CLI_OK && p->data.hz != 0) {
        server.end_ns = time_ns(p->data.history.end, p->data.hz);
    }
    server.answered = size;
    (void)cli_fail(server.cli, &p->input.fault, result);
    report_close(p);
    free(p);
    if (result != CLI_OK || out.error != 0) {
        close(out.fd);
        return -1;
    }
    return out.fd;
}

static enum MHD_Result answer_text(struct MHD_Connection *c, unsigned status, const char *text)
{
    struct MHD_Response *r =
        MHD_create_response_from_buffer(strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);
    MHD_add_response_header(r, "Content-Type", "text/plain; charset=utf-8");
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE) { /* the browser tries again */
        MHD_add_response_header(r, "Refresh", "1");
    }
    enum MHD_Result result = MHD_queue_response(c, status, r);

    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result answer_report(struct MHD_Connection *c, bool page)
{
    struct stat s;
    char size[24];

    pthread_mutex_lock(&server.lock);
    int fd = make(page);

    snprintf(size, sizeof size, "%" PRIu64, server.answered);
    pthread_mutex_unlock(&server.lock);
    if (fd < 0 || fstat(fd, &s) != 0) {
        return answer_text(c, MHD_HTTP_SERVICE_UNAVAILABLE,
                           "No data yet: the recording is empty or can't be read. See the messages in the "
                           "server's terminal.\n");
    }
    struct MHD_Response *r = MHD_create_response_from_fd64((uint64_t)s.st_size, fd);

    MHD_add_response_header(r, "Content-Type",
                            page ? "text/html; charset=utf-8" : "application/octet-stream");
    MHD_add_response_header(r, "Cache-Control", "no-store");
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "X-Frame-Options", "DENY");
    MHD_add_response_header(r, "Spoor-Size", size);
    enum MHD_Result result = MHD_queue_response(c, MHD_HTTP_OK, r);

    MHD_destroy_response(r);
    return result;
}

/* ------------------------------------------------------------------ queries */

static int put_bytes(void *fd, const char *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t k = write(*(int *)fd, bytes + done, n - done);

        if (k < 0 && errno != EINTR) {
            return errno;
        }
        done += k > 0 ? (size_t)k : 0;
    }
    return 0;
}

static const char *argument(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);
}

/* Run a query of the page's script. @return a status of the library */
static int run_query(struct MHD_Connection *c, struct libspoor *s, int fd, struct libspoor_error *error)
{
    const char *call = argument(c, "call"), *name = argument(c, "name"), *filter = argument(c, "filter"),
               *view = argument(c, "view");
    const struct libspoor_options of = {.thread = argument(c, "thread")};
    const struct libspoor_part part = {.range = argument(c, "range"), .where = argument(c, "where")};
    const struct libspoor_sink to = {put_bytes, &fd};

    if (call != NULL && strcmp(call, "table") == 0 && name != NULL) {
        return libspoor_table(s, name, &part, &of, &to, error);
    }
    if (call != NULL && strcmp(call, "instances") == 0) {
        return libspoor_table(s, "instances", &part, &(struct libspoor_options){.form = LIBSPOOR_CSV}, &to,
                              error);
    }
    if (call != NULL && strcmp(call, "chosen") == 0 && filter != NULL) {
        return libspoor_chosen(s, &part, filter, &to, error);
    }
    if (call != NULL && strcmp(call, "view") == 0 && view != NULL) {
        return libspoor_view(s, (enum libspoor_view)atoi(view), &part, LIMIT, &to, error);
    }
    *error = (struct libspoor_error){.status = LIBSPOOR_UNREADABLE, .text = "there is no such query"};
    return error->status;
}

static enum MHD_Result answer_query(struct MHD_Connection *c)
{
    struct libspoor_error error;
    struct stat st;
    struct libspoor *s =
        libspoor_open(&(struct libspoor_input){.path = server.path, .program = given.elf}, &error);
    int fd = nameless(), status = s == NULL || fd < 0 ? LIBSPOOR_UNREADABLE : run_query(c, s, fd, &error);
    struct MHD_Response *r;
    char text[8];

    libspoor_close(s);
    if (status == LIBSPOOR_OK && fstat(fd, &st) == 0) {
        r = MHD_create_response_from_fd64((uint64_t)st.st_size, fd);
    } else {
        r = MHD_create_response_from_buffer(strlen(error.text), error.text, MHD_RESPMEM_MUST_COPY);
        snprintf(text, sizeof text, "%d", status);
        MHD_add_response_header(r, "Spoor-Status", text);
        if (fd >= 0) {
            close(fd);
        }
    }
    MHD_add_response_header(r, "Cache-Control", "no-store");
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    enum MHD_Result result =
        MHD_queue_response(c, status == LIBSPOOR_OK ? MHD_HTTP_OK : MHD_HTTP_UNPROCESSABLE_CONTENT, r);

    MHD_destroy_response(r);
    return result;
}

/* ------------------------------------------------------------------ the target's shell */

static enum MHD_Result answer_control(struct MHD_Connection *c)
{
    char text[WORDS_LAST] = "";

    if (!server.operated) {
        return answer_text(c, MHD_HTTP_NOT_FOUND, "Start `spoor serve` with --console or --qemu.\n");
    }
    enum serve_asked asked =
        serve_target_ask(argument(c, "do"), argument(c, "event"), argument(c, "frames"), text, sizeof text);

    if (asked == SERVE_UNKNOWN) {
        return answer_text(c, MHD_HTTP_BAD_REQUEST,
                           "A request is start, stop, or stack with event and frames.\n");
    }
    return answer_text(c, asked == SERVE_DONE ? MHD_HTTP_OK : MHD_HTTP_UNPROCESSABLE_CONTENT, text);
}

/* Other pages in the browser may send requests here, without the token or with another host name. */
static bool is_allowed(struct MHD_Connection *c)
{
    const char *token = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "token");
    const char *host = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Host");
    const char *origin = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Origin");
    unsigned char differs = token == NULL || strlen(token) != strlen(server.token);

    for (size_t n = 0; !differs && n < sizeof server.token - 1; n++) {
        differs |= (unsigned char)(token[n] ^ server.token[n]);
    }
    for (unsigned n = 0; n < 2 && host != NULL; n++) {
        if (strcmp(host, server.host[n]) == 0) {
            bool same =
                origin == NULL || (strncmp(origin, "http://", 7) == 0 && strcmp(origin + 7, host) == 0);

            return !differs && same;
        }
    }
    return false;
}

static enum MHD_Result answer(void *arg, struct MHD_Connection *c, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **kept)
{
    (void)arg, (void)version, (void)upload;
    const char *since = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "since");

    if (!is_allowed(c)) {
        return answer_text(c, MHD_HTTP_FORBIDDEN,
                           "Use the address that spoor serve printed, with its token.\n");
    }
    if (strcmp(method, "POST") == 0 && strcmp(url, "/control") == 0) {
        if (*kept == NULL ||
            *upload_size != 0) { /* the answer may follow when the body was read; it is ignored */
            *kept = &server;
            *upload_size = 0;
            return MHD_YES;
        }
        return answer_control(c);
    }
    if (strcmp(method, "GET") == 0 && strcmp(url, "/query") == 0) {
        return answer_query(c);
    }
    if (strcmp(method, "GET") != 0 || (strcmp(url, "/") != 0 && strcmp(url, "/data") != 0)) {
        return answer_text(c, MHD_HTTP_NOT_FOUND, "Not found. The pages are /, /data and /query.\n");
    }
    if (since != NULL && strtoull(since, NULL, 10) == size_now()) {
        return answer_text(c, MHD_HTTP_NO_CONTENT, "");
    }
    return answer_report(c, strcmp(url, "/") == 0);
}

/* ------------------------------------------------------------------ the command */

static bool make_token(void)
{
    unsigned char random[16];

    if (getrandom(random, sizeof random, 0) != sizeof random) {
        return false;
    }
    for (unsigned n = 0; n < sizeof random; n++) {
        snprintf(server.token + (size_t)2 * n, 3, "%02x", random[n]);
    }
    return true;
}

/* End the target, and delete a file that isn't kept. */
static void end_target(void)
{
    operate_end();
    if (server.spool[0] != 0) {
        unlink(server.spool);
    }
}

static int serve(struct cli *cli)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)given.port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct stat s;
    sigset_t ends;
    int signal;

    if (cli->arguments != 1) {
        return cli_usage("serve needs one FILE, or - for standard input", "");
    }
    if (given.port > UINT16_MAX) {
        return cli_usage("--port is 1 to 65535", "");
    }
    if (given.elf != NULL && access(given.elf, R_OK) != 0) {
        fprintf(stderr, "spoor: %s: %s\n", given.elf, strerror(errno));
        return CLI_UNREADABLE;
    }
    server.cli = cli;
    server.path = cli->argument[0];
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, NULL); /* in all threads: this thread waits for them */
    bool is_file = strcmp(server.path, "-") != 0 && stat(server.path, &s) == 0 && S_ISREG(s.st_mode);

    if (given.output != NULL && is_file && given.qemu == NULL && given.console == NULL) {
        return cli_usage("--output is for a stream; this is a file already: ", server.path);
    }
    if (given.qemu != NULL && given.elf == NULL) {
        given.elf = server.path;
    }
    if (is_file && given.qemu == NULL && refused_is(server.path, &cli->input.report)) {
        return CLI_UNREADABLE;
    }
    server.operated = given.qemu != NULL || given.console != NULL;
    int result = server.operated ? operate_target(server.path, cli->rest)
                 : is_file       ? CLI_OK
                                 : keep_stream(cli, server.path);

    if (result != CLI_OK) {
        end_target();
        return result;
    }
    struct MHD_Daemon *daemon =
        make_token() ? MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, answer, NULL,
                                        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_END)
                     : NULL;
    const union MHD_DaemonInfo *info =
        daemon != NULL ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;

    if (info == NULL) {
        fprintf(stderr, "spoor: 127.0.0.1:%" PRIu64 ": can't listen on this port\n", given.port);
        end_target();
        return CLI_UNREADABLE;
    }
    snprintf(server.host[0], sizeof server.host[0], "127.0.0.1:%u", info->port);
    snprintf(server.host[1], sizeof server.host[1], "localhost:%u", info->port);
    printf("http://127.0.0.1:%u/?token=%s\n", info->port, server.token);
    fflush(stdout);
    sigwait(&ends, &signal);
    MHD_stop_daemon(daemon);
    end_target();
    return CLI_OK;
}

SPOOR_COMMAND(serve, CLI_LOOK, "FILE|- [-- LINE…]",
              "show the report in a browser, live while the target runs", CLI_NOTHING, serve, options,
              description, examples, .see = "report record top");
