import { ApiError } from '@cresyl/contract/errors'

/** Why there is never going to be a copy: trying again would not help. */
export function noCopyPossible(reason: string): string {
  return `No copy without label can be made of this file: ${reason}. Ask a manager, who may download the file itself.`
}

export function refuseCopy(detail: string): never {
  throw new ApiError('forbidden', { detail })
}
