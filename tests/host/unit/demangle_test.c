/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of C++ functions as in the source, and damaged names: the time and memory for them are limited.
 * cxx.check compares the names of whole libraries with those of libstdc++'s demangler.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <elf/demangle/demangle.h>

static const struct {
    const char *mangled, *text;
} names[] = {
    {"_Z3runv", "run()"},
    {"_ZN3app6Player6updateEi", "app::Player::update(int)"},
    {"_ZNK3app6Player4nameEPKcz", "app::Player::name(char const*, ...) const"},
    {"_ZN6PlayerC1Ev", "Player::Player()"},
    {"_ZN6PlayerD0Ev", "Player::~Player()"},
    {"_ZN12_GLOBAL__N_14helpEv", "(anonymous namespace)::help()"},
    {"_ZN3app4RingIiE4pushEi", "app::Ring<int>::push(int)"},
    {"_ZSt3maxIiERKT_S2_S2_", "int const& std::max<int>(int const&, int const&)"},
    {"_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector<int, std::allocator<int> >::push_back(int&&)"},
    {"_ZNSsC1EPKc",
     "std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string(char const*)"},
    {"_ZNSs6appendERKSs", "std::string::append(std::string const&)"},
    {"_ZN5TimerplERKS_", "Timer::operator+(Timer const&)"},
    {"_ZN5TimercvbEv", "Timer::operator bool()"},
    {"_ZN5TimercvT_IiEEv", "Timer::operator int<int>()"},
    {"_ZNK5TimerclEv", "Timer::operator()() const"},
    {"_Zli2_kPKc", "operator\"\" _k(char const*)"},
    {"_ZnwmPv", "operator new(unsigned long, void*)"},
    {"_ZlsIiEvRSoT_", "void operator<< <int>(std::ostream&, int)"},
    {"_Z4callPFviE", "call(void (*)(int))"},
    {"_Z4callM5TimerKFivE", "call(int (Timer::*)() const)"},
    {"_Z4callRA3_KiPS5_", NULL}, /* a substitution that isn't there */
    {"_Z4fillRA3_KiPS0_", "fill(int const (&) [3], int const (*) [3])"},
    {"_Z3getIiEPFvT_Ei", "void (*get<int>(int))(int)"},
    {"_Z4sendIJiPcbEEvDpT_", "void send<int, char*, bool>(int, char*, bool)"},
    {"_Z4sendIJEEvDpT_", "void send<>()"},
    {"_Z3addILi3ELb1ELj4ELln5EEvv", "void add<3, true, 4u, -5l>()"},
    {"_ZZ4mainE5count", "main::count"},
    {"_ZZN5Timer5startEvENKUliE_clEi", "Timer::start()::{lambda(int)#1}::operator()(int) const"},
    {"_ZZ3runIiEvT_E4last_0", "run<int>(int)::last"},
    {"_ZTV5Timer", "vtable for Timer"},
    {"_ZTI5Timer", "typeinfo for Timer"},
    {"_ZThn8_N5Timer4stopEv", "non-virtual thunk to Timer::stop()"},
    {"_ZTv0_n24_N5Timer4stopEv", "virtual thunk to Timer::stop()"},
    {"_ZGVZ3runvE4last", "guard variable for run()::last"},
    {"_ZN5Timer4stopEv.cold", "Timer::stop() [clone .cold]"},
    {"_ZN5Timer4stopEv.constprop.0.isra.1", "Timer::stop() [clone .constprop.0] [clone .isra.1]"},
    {"_ZN5Timer4nameB5cxx11Ev", "Timer::name[abi:cxx11]()"},
    {"_Z1fIiEDTplfp_Li1EET_", "decltype ({parm#1}+(1)) f<int>(int)"},
    {"_Z1fI1AENSt9enable_ifIXsr3FooIT_E5valueEvE4typeES4_",
     "std::enable_if<Foo<A>::value, void>::type f<A>(Foo<A>)"},
    {"_Z1fI1AENSt9enable_ifIXsr3FooIT_EE5valueEvE4typeES2_",
     "std::enable_if<Foo<A>::value, void>::type f<A>(A)"},
    {"main", NULL},
    {"_Z", NULL},
    {"_Z3runx_", NULL},
    {"_Z9runv", NULL},
    {"", NULL},
};

static void names_are_those_of_the_source(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        char *text = demangle(names[n].mangled);

        if (names[n].text == NULL) {
            assert_null(text);
        } else {
            assert_non_null(text);
            assert_string_equal(text, names[n].text);
        }
        free(text);
    }
}

static void names_stay_mangled_when_switched_off(void **state)
{
    (void)state;
    demangle_switch(false);
    assert_null(demangle("_Z3runv"));
    demangle_switch(true);
    char *text = demangle("_Z3runv");

    assert_string_equal(text, "run()");
    free(text);
}

static void damaged_names_are_read_within_their_bounds(void **state)
{
    static const char other[] = "_0123456789ABCDEFGIJKLMNOPRSTUVXYZacdefilmnoprstvz.";
    char name[256];

    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        size_t length = strlen(names[n].mangled);

        for (size_t at = 0; at < length; at++) {
            char *copy = malloc(at + 1); /* so that a read past the end is found */

            assert_non_null(copy);
            memcpy(copy, names[n].mangled, at);
            copy[at] = 0;
            free(demangle(copy));
            free(copy);
            for (size_t c = 0; c < sizeof other - 1; c++) {
                snprintf(name, sizeof name, "%s", names[n].mangled);
                name[at] = other[c];
                free(demangle(name));
            }
        }
    }
}

/* Each parameter is a pointer to a function with the previous one twice. */
static void a_name_that_doubles_is_refused(void **state)
{
    char name[512] = "_Z1fPFviE";

    (void)state;
    for (unsigned n = 0; n < 17; n++) {
        char more[32], previous = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[2 * n];

        snprintf(more, sizeof more, "PFvS%c_S%c_E", previous, previous);
        strcat(name, more);
        if (n == 3) {
            char *text = demangle(name);

            assert_non_null(text);
            free(text);
        }
    }
    assert_null(demangle(name));
}

static void nesting_is_limited(void **state)
{
    static char name[16000];

    (void)state;
    memset(name, 'P', sizeof name - 1);
    memcpy(name, "_Z1f", 4);
    name[sizeof name - 2] = 'i';
    assert_null(demangle(name));
    memset(name + 4, 'N', sizeof name - 5);
    assert_null(demangle(name));
    for (size_t n = 4; n + 3 < sizeof name; n += 3) {
        memcpy(name + n, "1aI", 3);
    }
    assert_null(demangle(name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_source),
        cmocka_unit_test(names_stay_mangled_when_switched_off),
        cmocka_unit_test(damaged_names_are_read_within_their_bounds),
        cmocka_unit_test(a_name_that_doubles_is_refused),
        cmocka_unit_test(nesting_is_limited),
    };

    return cmocka_run_group_tests_name("elf/demangle", tests, NULL, NULL);
}
