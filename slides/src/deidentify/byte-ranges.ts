import { SlideError } from '../errors.ts'

/** 128 MB of memory. Tiles that lie one behind the other are one range, so real files stay far below. */
const mostRanges = 8_000_000

/** Parts of a file, added in any order; those that touch or overlap become one. */
export class ByteRanges {
  /** Start and end of each, the end exclusive. */
  #bounds = new Float64Array(2048)
  #count = 0
  #sorted = true

  add(start: number, end: number): void {
    if (end <= start) return
    const last = 2 * this.#count - 2
    const lastStart = this.#bounds[last] ?? 0
    const lastEnd = this.#bounds[last + 1] ?? 0
    if (this.#count > 0 && start >= lastStart && start <= lastEnd) {
      this.#bounds[last + 1] = Math.max(lastEnd, end)
      return
    }
    if (2 * this.#count === this.#bounds.length) this.#makeRoom()
    this.#sorted &&= this.#count === 0 || start > (this.#bounds[2 * this.#count - 1] as number)
    this.#bounds[2 * this.#count] = start
    this.#bounds[2 * this.#count + 1] = end
    this.#count++
  }

  get count(): number {
    this.#merge()
    return this.#count
  }

  start(index: number): number {
    return this.#bounds[2 * index] as number
  }

  /** Exclusive. */
  end(index: number): number {
    return this.#bounds[2 * index + 1] as number
  }

  /** The first range that ends behind `position`; `count` where none does. */
  firstBehind(position: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.end(middle) > position) high = middle
      else low = middle + 1
    }
    return low
  }

  overlaps(start: number, end: number): boolean {
    const index = this.firstBehind(start)
    return end > start && index < this.#count && this.start(index) < end
  }

  #makeRoom(): void {
    this.#merge()
    if (4 * this.#count < this.#bounds.length) return
    if (this.#count >= mostRanges) {
      const reason = `has its tiles in more than ${mostRanges} separate places, which is too many to keep apart`
      throw new SlideError('unsupported', 'TIFF', reason)
    }
    const larger = new Float64Array(2 * this.#bounds.length)
    larger.set(this.#bounds.subarray(0, 2 * this.#count))
    this.#bounds = larger
  }

  #merge(): void {
    if (this.#sorted) return
    const bounds = this.#bounds
    const order = new Uint32Array(this.#count).map((_, index) => index)
    order.sort((a, b) => (bounds[2 * a] as number) - (bounds[2 * b] as number))
    const merged = new Float64Array(bounds.length)
    let count = 0
    for (const index of order) {
      const start = bounds[2 * index] as number
      const end = bounds[2 * index + 1] as number
      const lastEnd = count > 0 ? (merged[2 * count - 1] as number) : -1
      if (start <= lastEnd) merged[2 * count - 1] = Math.max(lastEnd, end)
      else {
        merged[2 * count] = start
        merged[2 * count + 1] = end
        count++
      }
    }
    this.#bounds = merged
    this.#count = count
    this.#sorted = true
  }
}
