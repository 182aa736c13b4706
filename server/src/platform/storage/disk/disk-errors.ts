import { ApiError } from '@cresyl/contract/api/errors'
import { errorCode, isDiskFull } from '../../file-error.ts'

/** A full disk is no fault of ours, and trying again later helps. */
export function explainDiskError(error: unknown): unknown {
  return isDiskFull(error) ? new ApiError('storage_full', { cause: error }) : error
}

export function isMissing(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
