import { randomInt } from 'node:crypto'

export const tenRounds = Array.from({ length: 10 }, (_, round) => round + 1)

export function shuffle<T>(items: readonly T[]): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const [one, two] = [shuffled[last] as T, shuffled[other] as T]
    shuffled[last] = two
    shuffled[other] = one
  }
  return shuffled
}
