import { basename } from 'node:path'
import { SlideError } from '../errors.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'could not be written: the disk is full',
  EDQUOT: 'could not be written: this user may not take more of the disk (quota)',
  EFBIG: 'could not be written: this disk or user may not hold a file that large',
  EROFS: 'could not be written: the disk is read-only',
  ENOENT: 'could not be written: its folder does not exist',
  ENOTDIR: 'could not be written: its folder is not a folder',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EISDIR: 'is a folder',
  EMFILE: 'could not be opened, as too many files are open',
  ENFILE: 'could not be opened, as too many files are open',
}

/** What the system said about writing `path`, in a sentence. */
export function writeError(path: string, error: unknown): unknown {
  if (error instanceof SlideError || !(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  const reason = reasons[code] ?? `could not be written (${code})`
  return unwritable(path, reason, { cause: error })
}

export const unwritable = (path: string, reason: string, options?: ErrorOptions): SlideError =>
  new SlideError('unwritable', basename(path), reason, options)
