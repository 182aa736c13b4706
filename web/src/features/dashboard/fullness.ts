/** From this share on it is time to do something. */
const nearlyFull = 0.9

interface Fullness {
  /** From 0; more than 1 where a limit was lowered. Null without a limit. */
  share: number | null
  state: 'plenty' | 'nearlyFull' | 'full'
}

export function fullness(storage: { used_bytes: number; quota_bytes: number | null }): Fullness {
  const { used_bytes, quota_bytes } = storage
  if (quota_bytes === null) return { share: null, state: 'plenty' }
  // No room at all is full, with nothing in it.
  const share = quota_bytes === 0 ? 1 : used_bytes / quota_bytes
  return { share, state: share >= 1 ? 'full' : share >= nearlyFull ? 'nearlyFull' : 'plenty' }
}
