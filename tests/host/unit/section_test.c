/* SPDX-License-Identifier: BSD-2-Clause */
/* Sections of a page on a system without zlib: deflated data in stored blocks. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <base/inflate.h>
#include <report/page/section.h>

static bool to_bytes(void *arg, const uint8_t *bytes, size_t n)
{
    bytes_add(arg, bytes, n);
    return true;
}

static void a_section_is_deflated_without_zlib(void **state)
{
    static struct out out;
    static char text[200000];
    const struct section_to to = {.out = &out, .form = SECTION_FRAMES};
    struct bytes_column c = {.used = 0};
    struct bytes unpacked = {0};
    FILE *f = tmpfile();
    size_t raw, packed;
    int head = 0;

    (void)state;
    assert_non_null(f);
    for (uint64_t n = 0; n < 30000; n++) {
        column_put(&c, n * n);
    }
    out.fd = fileno(f);
    assert_true(section_write(&to, "0-cpu", &c));
    out_flush(&out);
    rewind(f);
    size_t size = fread(text, 1, sizeof text, f);

    assert_int_equal(sscanf(text, "0-cpu %zu %zu%n", &raw, &packed, &head), 2);
    assert_int_equal(raw, c.used);
    assert_int_equal(head + 1 + packed, size);
    assert_null(inflate_bytes((uint8_t *)text + head + 1, packed, to_bytes, &unpacked));
    assert_int_equal(unpacked.used, raw);
    assert_memory_equal(unpacked.data, c.bytes, raw);
    bytes_free(&unpacked);
    column_free(&c);
    fclose(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_section_is_deflated_without_zlib)};

    return cmocka_run_group_tests_name("report/section", tests, NULL, NULL);
}
