export const tenRounds = Array.from({ length: 10 }, (_, round) => round + 1)

/** Whole numbers from 0 up to, not including, `below`. */
export type Random = (below: number) => number

/** The same numbers for the same seed, so that a round that failed can be run again (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random(last + 1)
    const [one, two] = [shuffled[last] as T, shuffled[other] as T]
    shuffled[last] = two
    shuffled[other] = one
  }
  return shuffled
}
