// SPDX-License-Identifier: BSD-2-Clause
// C++ for debug.check: methods, templates, lambdas and functions in namespaces.

extern "C" {
extern volatile unsigned port;
unsigned cxx_run(unsigned value);
}

namespace line
{
namespace
{
unsigned hidden(unsigned value)
{
    return value + port;
}
} // namespace

template <typename T> class Filter
{
  public:
    explicit Filter(T first) : last(first)
    {
    }
    T put(T value);

  private:
    T last;
};

template <typename T> T Filter<T>::put(T value)
{
    static unsigned calls;
    auto half = [this](T sum) { return static_cast<T>((sum + last) / 2); };

    calls++;
    last = half(static_cast<T>(value + hidden(calls)));
    return last;
}

__attribute__((noinline)) unsigned outer(unsigned value)
{
    Filter<unsigned> wide(value);
    Filter<short> narrow(static_cast<short>(value));

    return wide.put(value) + static_cast<unsigned>(narrow.put(3)) + hidden(value);
}
} // namespace line

unsigned cxx_run(unsigned value)
{
    return line::outer(value) + 1;
}
