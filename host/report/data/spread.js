// SPDX-License-Identifier: BSD-2-Clause
// Count, sum, extremes and percentiles, in the buckets of host/stats/spread.c: the same numbers as the tool's.
const BITS = 6, BUCKETS = 1 << BITS;

export class Spread {
  constructor() {
    this.count = this.sum = this.min = this.max = this.maxAt = 0;
    this.maxIndex = -1;
    this.buckets = new Map();
  }

  add(value, at, index = -1) {
    if (this.count === 0 || value < this.min) {
      this.min = value;
    }
    if (this.count === 0 || value > this.max) {
      this.max = value;
      this.maxAt = at;
      this.maxIndex = index;
    }
    this.count++;
    this.sum += value;
    const power = value < BUCKETS ? 0 : Math.floor(Math.log2(value)) - BITS + 1;
    const key = power === 0 ? value : power * BUCKETS + Math.floor(value / 2 ** (power - 1)) - BUCKETS;
    this.buckets.set(key, (this.buckets.get(key) ?? 0) + 1);
  }

  get average() {
    return this.sum / this.count;
  }

  percentile(permille) {
    const wanted = Math.ceil((this.count * permille) / 1000);
    let soFar = 0;
    for (const key of [...this.buckets.keys()].sort((a, b) => a - b)) {
      soFar += this.buckets.get(key);
      if (soFar >= wanted) {
        const power = Math.floor(key / BUCKETS), bucket = key % BUCKETS;
        const last = power === 0 ? bucket : (BUCKETS + bucket + 1) * 2 ** (power - 1) - 1;
        return Math.max(Math.min(last, this.max), this.min);
      }
    }
    return this.max;
  }
}
