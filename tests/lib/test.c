/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The test harness on the target: runs every element of test_cases, prints KTAP (version 1) and ends the run
 * with the number of failures. It uses only console_write() and kernel_exit() and formats numbers itself, so
 * that a check may fail in an interrupt and a broken stdio can't hide a failure.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <spoor/port/atomic.h>
#include <services/console.h>
#include <kernel/main.h>
#include <kernel/panic.h>
#include <kernel/thread.h>
#include <test/test.h>

/* An exit status above 125 would look like a signal or an error of the shell. */
#define STATUS_MAX 125
/* A check that fails in a loop is printed this often; further failures are only counted. */
#define PRINTED_MAX 8u
#define LINE_BYTES  160

ARRAY_SPREAD_DEF(struct test_case, test_cases);

enum leave { LEAVE_ABORT = 1, LEAVE_SKIP };

static struct {
    jmp_buf leave;
    const char *skipped;
    uint32_t failed_checks;
} running;

/* A line is output by one write, so that lines from several contexts don't mix. */
struct line {
    char text[LINE_BYTES];
    size_t used;
};

static void spoor_line_put(struct line *l, const char *s)
{
    while (*s != '\0' && l->used < sizeof(l->text) - 1) {
        l->text[l->used++] = *s++;
    }
}

static void line_put_number(struct line *l, int64_t value)
{
    char digits[21];
    char *p = &digits[sizeof(digits) - 1];
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    *p = '\0';
    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0) {
        spoor_line_put(l, "-");
    }
    spoor_line_put(l, p);
}

static void spoor_line_write(struct line *l)
{
    l->text[l->used++] = '\n';
    console_write(l->text, l->used);
}

/* Count a failure and begin its line. @return false if enough failures have been printed */
static bool failure_begin(struct line *l, const char *what, const char *file, int line)
{
    uint32_t nth = spoor_atomic_add(&running.failed_checks, 1);

    l->used = 0;
    if (nth > PRINTED_MAX) {
        return false;
    }
    spoor_line_put(l, "# ");
    spoor_line_put(l, file);
    spoor_line_put(l, ":");
    line_put_number(l, line);
    spoor_line_put(l, ": ");
    spoor_line_put(l, what);
    return true;
}

bool test_check(bool ok, const char *what, const char *file, int line)
{
    struct line l;

    if (!ok && failure_begin(&l, what, file, line)) {
        spoor_line_write(&l);
    }
    return ok;
}

bool test_check_eq(int64_t a, int64_t b, const char *what, const char *file, int line)
{
    struct line l;

    if (a != b && failure_begin(&l, what, file, line)) {
        spoor_line_put(&l, ": ");
        line_put_number(&l, a);
        spoor_line_put(&l, " and ");
        line_put_number(&l, b);
        spoor_line_write(&l);
    }
    return a == b;
}

bool test_check_str(const char *a, const char *b, const char *what, const char *file, int line)
{
    struct line l;
    bool ok = a != NULL && b != NULL && strcmp(a, b) == 0;

    if (!ok && failure_begin(&l, what, file, line)) {
        spoor_line_put(&l, ": \"");
        spoor_line_put(&l, a != NULL ? a : "(null)");
        spoor_line_put(&l, "\" and \"");
        spoor_line_put(&l, b != NULL ? b : "(null)");
        spoor_line_put(&l, "\"");
        spoor_line_write(&l);
    }
    return ok;
}

_Noreturn void test_abort(void)
{
    longjmp(running.leave, LEAVE_ABORT);
}

_Noreturn void test_skip(const char *why)
{
    running.skipped = why;
    longjmp(running.leave, LEAVE_SKIP);
}

void test_note(const char *fmt, ...)
{
    struct line l = {"# ", 2};
    va_list args;

    va_start(args, fmt);
    int n = vsnprintf(&l.text[2], sizeof(l.text) - 3, fmt, args);

    va_end(args);
    if (n > 0) {
        l.used = strlen(l.text);
    }
    spoor_line_write(&l);
}

/* The test's frame is below this one, so leaving the test by longjmp() is safe. */
static __attribute__((noinline)) void run_one(const struct test_case *t)
{
    running.failed_checks = 0;
    running.skipped = NULL;
    switch (setjmp(running.leave)) {
    case 0:
        t->run();
        break;
    case LEAVE_ABORT:
        running.failed_checks += running.failed_checks == 0;
        break;
    default:
        break;
    }
}

static bool report_one(const struct test_case *t, int number)
{
    struct line l = {"", 0};
    bool ok = running.failed_checks == 0;

    if (running.failed_checks > PRINTED_MAX) {
        spoor_line_put(&l, "# failed checks: ");
        line_put_number(&l, running.failed_checks);
        spoor_line_write(&l);
        l.used = 0;
    }
    spoor_line_put(&l, ok ? "ok " : "not ok ");
    line_put_number(&l, number);
    spoor_line_put(&l, " ");
    spoor_line_put(&l, t->name);
    if (ok && running.skipped != NULL) {
        spoor_line_put(&l, " # SKIP ");
        spoor_line_put(&l, running.skipped);
    }
    spoor_line_write(&l);
    return ok;
}

int main(void)
{
    struct line l = {"", 0};
    int number = 0;
    int failed = 0;

    /* Tests and the threads they create rely on the order of execution on one CPU, unless they set another
     * affinity. */
    (void)thread_set_affinity(thread_self(), 1);
    spoor_line_put(&l, "KTAP version 1\n1..");
    line_put_number(&l, (int64_t)ARRAY_SPREAD_SIZE(test_cases));
    spoor_line_write(&l);
    array_spread_foreach_ptr (t, test_cases) {
        run_one(t);
        number++;
        failed += report_one(t, number) ? 0 : 1;
    }
    kernel_exit(failed < STATUS_MAX ? failed : STATUS_MAX);
}
