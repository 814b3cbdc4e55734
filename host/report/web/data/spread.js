// SPDX-License-Identifier: BSD-2-Clause
// Count, sum, extremes and percentiles. The buckets are those of host/analysis/spread.c, so the numbers are the tool's.
const BITS = 6,
  BUCKETS = 1 << BITS;

const FEW = 32; // up to this many values are kept exactly; then all go into buckets

/** The bucket of a value. */
function bucketOf(value) {
  if (value < BUCKETS) {
    return value;
  }
  const power = value < 2147483648 ? 31 - Math.clz32(value) - BITS + 1 : Math.floor(Math.log2(value)) - BITS + 1;
  return power * BUCKETS + Math.floor(value / 2 ** (power - 1)) - BUCKETS;
}

export class Spread {
  constructor() {
    this.count = this.sum = this.min = this.max = this.maxAt = 0;
    this.maxIndex = -1;
    this.few = [];
    /** @type {Uint32Array|null} */
    this.buckets = null;
  }

  add(value, at, index = -1) {
    if (this.count === 0 || value < this.min) {
      this.min = value;
    }
    if (this.count === 0 || value > this.max || (value === this.max && at < this.maxAt)) {
      this.max = value;
      this.maxAt = at;
      this.maxIndex = index;
    }
    this.count++;
    this.sum += value;
    if (this.buckets !== null) {
      this.buckets[bucketOf(value)]++;
    } else if (this.few.push(value) > FEW) {
      this.buckets = new Uint32Array(54 * BUCKETS);
      this.few.forEach((v) => this.buckets[bucketOf(v)]++);
      this.few = [];
    }
  }

  /** The average in us of values in cycles, rounded to the ns as the tool does. */
  averageUs(hz) {
    return Math.floor((this.sum * 1e9) / hz / this.count + 0.5) / 1000;
  }

  percentile(permille) {
    const wanted = Math.ceil((this.count * permille) / 1000);
    let soFar = 0;
    const found = (key, times) => {
      soFar += times;
      if (times === 0 || soFar < wanted) {
        return null;
      }
      const power = Math.floor(key / BUCKETS),
        bucket = key % BUCKETS;
      const last = power === 0 ? bucket : (BUCKETS + bucket + 1) * 2 ** (power - 1) - 1;
      return Math.max(Math.min(last, this.max), this.min);
    };
    if (this.buckets === null) {
      for (const value of [...this.few].sort((a, b) => a - b)) {
        const at = found(bucketOf(value), 1);
        if (at !== null) {
          return at;
        }
      }
    }
    for (let key = 0; this.buckets !== null && key < this.buckets.length; key++) {
      const at = found(key, this.buckets[key]);
      if (at !== null) {
        return at;
      }
    }
    return this.max;
  }
}
