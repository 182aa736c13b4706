const minute = 60_000

export interface RememberOptions {
  /** What was learnt is good for so long. */
  freshMilliseconds?: number
  /** After a failure it is not asked again for so long. */
  restMilliseconds?: number
  now?: () => number
}

/**
 * Asks seldom, and once for all who ask at the same time. While asking fails, what was learnt before holds, however
 * old; where nothing was, the failure is told at once, so that a slow service makes nobody wait but the first.
 */
export function remember<T>(ask: () => Promise<T>, options: RememberOptions = {}): () => Promise<T> {
  const { freshMilliseconds = 5 * minute, restMilliseconds = minute / 2, now = Date.now } = options
  let learnt: { value: T; at: number } | undefined
  let failed: { error: unknown; at: number } | undefined
  let asking: Promise<T> | undefined

  async function askAgain(): Promise<T> {
    try {
      const value = await ask()
      learnt = { value, at: now() }
      failed = undefined
      return value
    } catch (error) {
      failed = { error, at: now() }
      if (learnt) return learnt.value
      throw error
    } finally {
      asking = undefined
    }
  }

  return async () => {
    if (learnt && now() - learnt.at < freshMilliseconds) return learnt.value
    if (failed && now() - failed.at < restMilliseconds) {
      if (learnt) return learnt.value
      throw failed.error
    }
    asking ??= askAgain()
    return asking
  }
}
