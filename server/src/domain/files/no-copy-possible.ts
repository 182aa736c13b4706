import { ApiError } from '@cresyl/contract/api/errors'

/** Why there is never going to be a copy: trying again would not help. */
export function noCopyPossible(reason: string): string {
  return `A copy of this file without label cannot be created: ${reason}. Ask a manager, who may download the file itself.`
}

export function refuseCopy(detail: string): never {
  throw new ApiError('forbidden', { detail })
}
