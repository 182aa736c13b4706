/**
 * A 32-bit number for a point of an integer lattice: the same on every machine, and unlike that of its neighbours.
 * All randomness of procedural slides comes from here; what is made of it is arithmetic that is exact everywhere, but
 * for cosines, exponentials and powers, which the engine computes itself, alike on all its platforms.
 */
export function hashAt(seed: number, x: number, y: number): number {
  let h = seed + Math.imul(x, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d) + Math.imul(y, 0x85ebca77)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35)
  return (h ^ (h >>> 14)) >>> 0
}

/** A seed for one purpose, so that two uses of one seed don't resemble each other. */
export function seedFor(seed: number, purpose: string): number {
  let h = seed | 0
  for (let i = 0; i < purpose.length; i++) h = hashAt(h, purpose.charCodeAt(i), i)
  return h
}

/** Draws in a fixed order from one seed. */
export class Random {
  private state: number
  private drawn = 0

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** 0..1, 1 excluded. */
  unit(): number {
    return hashAt(this.state, this.drawn++, 0x51ed27) / 4294967296
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit()
  }

  /** Mean 0, standard deviation 1, within ±3.5: a sum of four uniform draws. */
  normal(): number {
    return (this.unit() + this.unit() + this.unit() + this.unit() - 2) * Math.sqrt(3)
  }

  seed(): number {
    return hashAt(this.state, this.drawn++, 0x2f6b91) | 0
  }
}
