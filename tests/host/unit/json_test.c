/* SPDX-License-Identifier: BSD-2-Clause */
/* JSON: what is written, and which texts are read or refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <base/count.h>
#include <base/json.h>
#include <base/json_read.h>

static void assert_written(struct json *j, const char *wanted)
{
    bytes_u8(&j->text, 0);
    assert_false(j->text.failed);
    assert_string_equal((char *)j->text.data, wanted);
    bytes_free(&j->text);
}

static void write_example(struct json *j)
{
    json_open(j, '{');
    json_key(j, "none");
    json_open(j, '[');
    json_close(j, ']');
    json_key(j, "empty");
    json_open(j, '{');
    json_close(j, '}');
    json_key(j, "list");
    json_open(j, '[');
    json_numbers(j, (uint64_t[]){0, UINT64_MAX}, 2);
    json_signed(j, INT64_MIN);
    json_real(j, 1);
    json_real(j, 0.1);
    json_bool(j, true);
    json_bool(j, false);
    json_text(j, NULL);
    json_close(j, ']');
    json_key_text(j, "text", "a");
    json_key_number(j, "number", 10);
    json_close(j, '}');
}

static void values_are_separated(void **state)
{
    struct json j = {.depth = 0};

    (void)state;
    write_example(&j);
    assert_written(&j,
                   "{\"none\":[],\"empty\":{},\"list\":[[0,18446744073709551615],-9223372036854775808,1.0,"
                   "0.10000000000000001,true,false,null],\"text\":\"a\",\"number\":10}");
}

static void values_may_have_their_own_lines(void **state)
{
    struct json j = {.lines = true};

    (void)state;
    json_open(&j, '{');
    json_key_text(&j, "text", "a");
    json_key(&j, "list");
    json_open(&j, '[');
    json_open(&j, '{');
    json_key_number(&j, "n", 1);
    json_close(&j, '}');
    json_open(&j, '[');
    json_close(&j, ']');
    json_close(&j, ']');
    json_close(&j, '}');
    assert_written(&j, "{\n \"text\": \"a\",\n \"list\": [\n  {\n   \"n\": 1\n  },\n  []\n ]\n}");
}

static void texts_are_escaped(void **state)
{
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"a\"b\\c/d", "\"a\\\"b\\\\c/d\""},
        {"\b\f\n\r\t\x01\x1f\x7f", "\"\\b\\f\\n\\r\\t\\u0001\\u001F\x7f\""},
        {"\u00b5s \u20ac \U0001f600", "\"\u00b5s \u20ac \U0001f600\""},
        {"\xc2\x85", "\"\xc2\x85\""},               /* a control character of two bytes */
        {"a\xff\xc2z\xe2\x82", "\"a??z??\""},       /* no characters */
        {"\xed\xa0\x80\xc0\x80", "\"?????\""},      /* a surrogate; an overlong NUL */
        {"\xf4\x90\x80\x80\xf5\xc2", "\"??????\""}, /* beyond U+10FFFF */
    };

    (void)state;
    for (size_t n = 0; n < COUNT_OF(cases); n++) {
        struct json j = {.depth = 0};

        json_text(&j, cases[n].text);
        assert_written(&j, cases[n].wanted);
    }
}

/* Read a copy of a text, which is as long as the text, so that the sanitizer finds any access beyond it. */
static bool read_copy(struct json_tree *t, const char *text, size_t length)
{
    char *copy = malloc(length + 1);

    assert_non_null(copy);
    memcpy(copy, text, length);
    copy[length] = 0;
    return json_read(t, copy, length);
}

static const struct json_value *read_value(struct json_tree *t, const char *text)
{
    if (!read_copy(t, text, strlen(text))) {
        fail_msg("%s: line %u, column %u: %s", text, t->line, t->column, t->wrong);
    }
    return t->values;
}

static void values_are_read(void **state)
{
    struct json_tree t;
    const struct json_value *root =
        read_value(&t, " {\"a\": [1, -2 ,3.5e1,\n[]], \"b\": {\"a\": \"x\"}, \"\": null, \"t\": true} ");
    const struct json_value *v = json_first(&t, json_get(&t, root, "a"));

    (void)state;
    assert_int_equal(v->integer, 1);
    v = json_next(&t, v);
    assert_int_equal(v->integer, -2);
    assert_true(v->real == -2);
    v = json_next(&t, v);
    assert_int_equal(v->kind, JSON_REAL);
    assert_true(v->real == 35);
    v = json_next(&t, v);
    assert_int_equal(v->kind, JSON_ARRAY);
    assert_null(json_first(&t, v));
    assert_null(json_next(&t, v));
    assert_string_equal(json_text_of(&t, json_get(&t, json_get(&t, root, "b"), "a")), "x");
    assert_int_equal(json_get(&t, root, "")->kind, JSON_NULL);
    assert_int_equal(json_get(&t, root, "t")->kind, JSON_TRUE);
    assert_null(json_get(&t, root, "x"));
    assert_null(json_get(&t, json_get(&t, root, "a"), "a"));
    assert_null(json_text_of(&t, json_get(&t, root, "a")));
    assert_null(json_get(&t, NULL, "a"));
    json_free(&t);
}

static void numbers_are_exact(void **state)
{
    static const struct {
        const char *text;
        int64_t wanted;
    } cases[] = {
        {"0", 0}, {"-0", 0}, {"9223372036854775807", INT64_MAX}, {"-9223372036854775808", INT64_MIN}};
    struct json_tree t;

    (void)state;
    for (size_t n = 0; n < COUNT_OF(cases); n++) {
        const struct json_value *v = read_value(&t, cases[n].text);

        assert_int_equal(v->kind, JSON_INTEGER);
        assert_int_equal(v->integer, cases[n].wanted);
        json_free(&t);
    }
    assert_true(read_value(&t, "2.2250738585072014e-308")->real == 2.2250738585072014e-308);
    json_free(&t);
}

static void escapes_are_decoded(void **state)
{
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00b5\\u20AC\\ud83d\\ude00z\"", "A\u00b5\u20ac\U0001f600z"},
        {"\"\u00b5\xc2\x85\U0001f600\"", "\u00b5\xc2\x85\U0001f600"},
        {"\"\"", ""},
    };
    struct json_tree t;

    (void)state;
    for (size_t n = 0; n < COUNT_OF(cases); n++) {
        assert_string_equal(json_text_of(&t, read_value(&t, cases[n].text)), cases[n].wanted);
        json_free(&t);
    }
}

static void an_invalid_text_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *wrong;
    } cases[] = {
        {"", 1, 1, "expected a value"},
        {"{", 1, 2, "expected a key in quotes"},
        {"{\n \"a\" 1}", 2, 6, "expected \":\" after a key"},
        {"{\"a\":1,}", 1, 8, "expected a key in quotes"},
        {"{\"a\":1 \"b\":2}", 1, 8, "expected \",\" or \"}\""},
        {"[1,]", 1, 4, "expected a value"},
        {"[1 2]", 1, 4, "expected \",\" or \"]\""},
        {"[1", 1, 3, "expected \",\" or \"]\""},
        {"{\"a\":1,\n\"a\":2}", 2, 1, "the same key twice"},
        {"{\"a\":1,\"\\u0061\":2}", 1, 8, "the same key twice"},
        {"[1] x", 1, 5, "expected nothing after the value"},
        {"nul", 1, 1, "expected a value"},
        {"+1", 1, 1, "expected a value"},
        {"-", 1, 1, "expected a value"},
        {"01", 1, 1, "a number that begins with 0"},
        {"1.", 1, 1, "a number that ends without a digit"},
        {"1.e3", 1, 1, "a number that ends without a digit"},
        {"1e+", 1, 1, "a number that ends without a digit"},
        {"9223372036854775808", 1, 1, "an integer of more than 64 bits"},
        {"1e999", 1, 1, "a number that is too large"},
        {"\"a", 1, 3, "a string without end"},
        {"[\"a\nb\"]", 1, 4, "a control character in a string"},
        {"\"\\x\"", 1, 3, "an unknown escape in a string"},
        {"\"\\u12g4\"", 1, 6, "expected four hexadecimal digits after \\u"},
        {"\"\\u00", 1, 6, "expected four hexadecimal digits after \\u"},
        {"\"\\u0000\"", 1, 8, "\\u0000 in a string"},
        {"\"\\ud83dx\"", 1, 8, "half a surrogate pair in a string"},
        {"\"\\ud83d\\u0041\"", 1, 14, "half a surrogate pair in a string"},
        {"\"\\ude00\"", 1, 8, "half a surrogate pair in a string"},
        {"\"\xc0\x80\"", 1, 2, "invalid UTF-8"},
    };
    struct json_tree t;

    (void)state;
    for (size_t n = 0; n < COUNT_OF(cases); n++) {
        if (read_copy(&t, cases[n].text, strlen(cases[n].text))) {
            fail_msg("accepted: %s", cases[n].text);
        }
        assert_string_equal(t.wrong, cases[n].wrong);
        if (t.line != cases[n].line || t.column != cases[n].column) {
            fail_msg("%s: line %u, column %u", cases[n].text, t.line, t.column);
        }
        json_free(&t);
    }
    assert_false(read_copy(&t, "1\0", 2));
    assert_string_equal(t.wrong, "expected nothing after the value");
    json_free(&t);
}

static void nesting_is_limited(void **state)
{
    char text[2 * JSON_DEPTH_MAX + 2];
    struct json_tree t;

    (void)state;
    memset(text, '[', JSON_DEPTH_MAX);
    memset(text + JSON_DEPTH_MAX, ']', JSON_DEPTH_MAX);
    assert_true(read_copy(&t, text, 2 * (size_t)JSON_DEPTH_MAX));
    json_free(&t);
    memset(text, '[', JSON_DEPTH_MAX + 1);
    assert_false(read_copy(&t, text, 2 * (size_t)JSON_DEPTH_MAX));
    assert_string_equal(t.wrong, "too many nested objects and arrays");
    assert_int_equal(t.column, JSON_DEPTH_MAX + 1);
    json_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_separated),
        cmocka_unit_test(values_may_have_their_own_lines),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(escapes_are_decoded),
        cmocka_unit_test(an_invalid_text_is_refused_with_its_place),
        cmocka_unit_test(nesting_is_limited),
    };

    return cmocka_run_group_tests_name("base/json", tests, NULL, NULL);
}
