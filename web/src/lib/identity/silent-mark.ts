import { identityLimits } from '@cresyl/contract/api/limits'
import type { TextStorage } from '../storage/text-storage.ts'

const key = 'cresyl.no-silent-sign-in-before'

/**
 * Asking the provider without a word (`prompt=none`) may load the page anew: this keeps it from going on for ever,
 * and from undoing what the person did when they signed out.
 */
export function silentMark(storage: TextStorage, now: () => number) {
  const notBefore = () => Number(storage.getItem(key) ?? 0)
  return {
    allowed: () => now() >= notBefore(),
    tried: () => storage.setItem(key, String(now() + identityLimits.accessTokenSeconds * 1000)),
    /** Not again in this tab until somebody signs in by hand. */
    forbid: () => storage.setItem(key, String(Number.MAX_SAFE_INTEGER)),
    forbidden: () => notBefore() === Number.MAX_SAFE_INTEGER,
    forget: () => storage.removeItem(key),
  }
}

export type SilentMark = ReturnType<typeof silentMark>
