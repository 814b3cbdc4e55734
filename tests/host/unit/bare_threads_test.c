/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads of a kernel in a memory of our own: names, objects that are used again, and memory that can't be
 * read. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>
#include <bare/memory.h>
#include <bare/threads.h>

#define BASE 0x20000000u
#define NAME 8 /* offset of the name in an object */

static uint8_t ram[256];
static struct kernel kernel;
static bool has_kernel;
static unsigned reads;
static bool denied; /* access to memory */

bool kernels_find(struct program *program, struct kernel *found)
{
    (void)program;
    *found = kernel;
    return has_kernel;
}

bool memory_readable(void)
{
    return true;
}

bool memory_read(unsigned cpu, uint64_t address, void *bytes, size_t size)
{
    (void)cpu;
    reads++;
    if (denied || address < BASE || address - BASE + size > sizeof ram) {
        return false;
    }
    memcpy(bytes, ram + (address - BASE), size);
    return true;
}

bool memory_read_physical(uint64_t address, void *bytes, size_t size)
{
    denied = false;
    return memory_read(0, address, bytes, size);
}

static void put(size_t at, uint32_t word)
{
    memcpy(ram + at, &word, sizeof word);
}

static void put_text(size_t at, const char *text)
{
    memcpy(ram + at, text, strlen(text) + 1);
}

/* A kernel for two CPUs, whose pointers are at the beginning of memory. */
static struct threads *begin(void)
{
    memset(ram, 0, sizeof ram);
    has_kernel = true;
    kernel = (struct kernel){.name = "K",
                             .pointer = BASE,
                             .stride = 4,
                             .cpus = 2,
                             .word_bytes = 4,
                             .thread_name = NAME,
                             .has_name = true};
    put_text(64, "code");
    struct threads *t = threads_open(NULL, 4);

    assert_non_null(t);
    return t;
}

static struct threads *begin_checked(void)
{
    struct threads *t = begin();

    assert_false(threads_check(t, BASE + 64, "code", 4));
    assert_true(threads_known(t));
    return t;
}

static void memory_is_compared_before_it_is_trusted(void **state)
{
    struct threads *t = begin();

    (void)state;
    put(0, BASE + 100);
    assert_int_equal(threads_running(t, 0), 0);
    assert_true(threads_check(t, BASE + 64, "cone", 4));
    assert_false(threads_check(t, BASE + 64, "code", 4)); /* the first decides */
    assert_false(threads_known(t));
    assert_int_equal(threads_running(t, 0), 0);
    assert_string_equal(threads_kernel(t), "K");
    threads_close(t);
}

static void nothing_is_read_without_a_kernel(void **state)
{
    struct threads *t = begin();

    (void)state;
    threads_close(t);
    has_kernel = false;
    t = threads_open(NULL, 1);
    assert_non_null(t);
    reads = 0;
    assert_false(threads_check(t, BASE + 64, "code", 4));
    assert_int_equal(threads_running(t, 0), 0);
    assert_int_equal(reads, 0);
    assert_null(threads_kernel(t));
    threads_close(t);
}

static void each_cpu_has_its_pointer(void **state)
{
    struct threads *t = begin_checked();

    (void)state;
    put(0, BASE + 100);
    put(4, BASE + 150);
    put(8, BASE + 200); /* not a pointer of the kernel's */
    assert_int_equal(threads_running(t, 0), BASE + 100);
    assert_int_equal(threads_running(t, 1), BASE + 150);
    assert_int_equal(threads_running(t, 2), 0);
    assert_int_equal(threads_switch(t, 0, BASE + 100, true), 1);
    assert_int_equal(threads_switch(t, 1, BASE + 150, true), 2);
    assert_int_equal(threads_current(t, 0), 1);
    assert_int_equal(threads_current(t, 1), 2);
    assert_int_equal(threads_switch(t, 0, 0, false), 0);
    assert_int_equal(threads_current(t, 0), 0);
    threads_close(t);
}

static void threads_run_once_the_kernel_has_started(void **state)
{
    struct threads *t;

    (void)state;
    threads_close(begin());
    kernel.started = BASE + 32;
    t = threads_open(NULL, 1);
    assert_false(threads_check(t, BASE + 64, "code", 4));
    put(0, BASE + 100);
    assert_int_equal(threads_running(t, 0), 0);
    put(32, 1);
    assert_int_equal(threads_running(t, 0), BASE + 100);
    threads_close(t);
}

static void a_thread_may_have_no_access_to_the_kernel(void **state)
{
    struct threads *t;

    (void)state;
    threads_close(begin());
    put(0, BASE + 100);
    for (unsigned flat = 0; flat < 2; flat++) {
        kernel.flat = flat != 0;
        t = threads_open(NULL, 1);
        assert_false(threads_check(t, BASE + 64, "code", 4));
        denied = true;
        assert_int_equal(threads_running(t, 0), flat != 0 ? BASE + 100 : 0);
        denied = false;
        threads_close(t);
    }
}

static void an_object_with_another_name_is_another_thread(void **state)
{
    struct threads *t = begin_checked();

    (void)state;
    put_text(100 + NAME, "one");
    assert_int_equal(threads_switch(t, 0, BASE + 100, true), 1);
    put_text(100 + NAME, "two");
    assert_int_equal(threads_switch(t, 0, BASE + 100, false), 1); /* it hasn't begun again */
    assert_int_equal(threads_switch(t, 0, BASE + 100, true), 2);
    assert_int_equal(threads_switch(t, 0, BASE + 100, false), 2);
    put_text(100 + NAME, "one");
    assert_int_equal(threads_switch(t, 0, BASE + 100, true), 1); /* as before */
    assert_string_equal(threads_nth(t, 1)->name, "one");
    assert_string_equal(threads_nth(t, 2)->name, "two");
    assert_null(threads_nth(t, 0));
    assert_null(threads_nth(t, 3));
    threads_close(t);
}

static void a_name_may_come_later(void **state)
{
    struct threads *t = begin_checked();

    (void)state;
    assert_int_equal(threads_switch(t, 0, BASE + 100, true), 1);
    assert_string_equal(threads_nth(t, 1)->name, "");
    put_text(100 + NAME, "late");
    assert_int_equal(threads_switch(t, 0, BASE + 100, false), 1);
    assert_string_equal(threads_nth(t, 1)->name, "late");
    threads_close(t);
}

static void names_are_text_of_a_limited_length(void **state)
{
    struct threads *t = begin_checked();

    (void)state;
    memset(ram + 100 + NAME, 'x', 60);
    ram[100 + NAME] = '\n';
    threads_switch(t, 0, BASE + 100, true);
    assert_int_equal(strlen(threads_nth(t, 1)->name), THREAD_NAME_BYTES - 1);
    assert_int_equal(threads_nth(t, 1)->name[0], '?');
    memset(ram + 250, 'y', 6);
    threads_switch(t, 0, BASE + 250 - NAME, true); /* it reaches the end of memory */
    assert_string_equal(threads_nth(t, 2)->name, "yyyyyy");
    threads_close(t);
}

static void a_name_may_be_elsewhere(void **state)
{
    struct threads *t;

    (void)state;
    threads_close(begin());
    kernel.name_is_pointer = true;
    t = threads_open(NULL, 1);
    put(100 + NAME, BASE + 200);
    put_text(200, "far");
    put(150 + NAME, 0);
    threads_switch(t, 0, BASE + 100, true);
    threads_switch(t, 0, BASE + 150, true);
    assert_string_equal(threads_nth(t, 1)->name, "far");
    assert_string_equal(threads_nth(t, 2)->name, "");
    threads_close(t);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_compared_before_it_is_trusted),
        cmocka_unit_test(nothing_is_read_without_a_kernel),
        cmocka_unit_test(each_cpu_has_its_pointer),
        cmocka_unit_test(threads_run_once_the_kernel_has_started),
        cmocka_unit_test(a_thread_may_have_no_access_to_the_kernel),
        cmocka_unit_test(an_object_with_another_name_is_another_thread),
        cmocka_unit_test(a_name_may_come_later),
        cmocka_unit_test(names_are_text_of_a_limited_length),
        cmocka_unit_test(a_name_may_be_elsewhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
