const shortest = 1000
const longest = 30_000

/**
 * Milliseconds to wait before the next try: from one second up to half a minute, and never the same for all, so that
 * a server that comes back isn't asked by everyone at once. `failures` tries in a row have failed.
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  if (failures === 0) return 0
  const most = Math.min(shortest * 2 ** (failures - 1), longest)
  return most / 2 + (most / 2) * random()
}
