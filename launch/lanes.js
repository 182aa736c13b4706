/**
 * Begins works in their order, so many at once.
 * @template T
 * @param {number} lanes
 * @param {(() => Promise<T>)[]} works
 * @returns {Promise<T>[]} what comes of each, in their order; after one that fails, no other is begun
 */
export function startInLanes(lanes, works) {
  let next = 0
  let failed = false
  /** @type {(() => void)[]} */
  const waiting = []
  const turn = () => (next++ < lanes ? Promise.resolve() : new Promise((go) => waiting.push(() => go(null))))

  return works.map((work) => {
    const outcome = turn().then(async () => {
      try {
        if (failed) throw new Error('An earlier one has failed.')
        return await work()
      } catch (error) {
        failed = true
        throw error
      } finally {
        waiting.shift()?.()
      }
    })
    // Whoever waits for the first that failed never gets to the others.
    outcome.catch(() => {})
    return outcome
  })
}
