import { StartError } from './start-error.ts'

/** Turns a failed file operation into a sentence; `action` completes "Cresyl can't …". */
export function fileStartError(action: string, folder: string, cause: unknown): StartError {
  const start = `Cresyl can't ${action} ${folder}`
  switch (errorCode(cause)) {
    case 'EACCES':
    case 'EPERM':
      return new StartError(
        `${start}: this user has no permission to do so. Give it read and write access to the folder, or set CRESYL_DATA_DIR to another one.`,
        { cause },
      )
    case 'EROFS':
      return new StartError(
        `${start}: the file system is read-only. Mount it writable, or set CRESYL_DATA_DIR to a folder elsewhere.`,
        { cause },
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return noSpaceError(folder, cause)
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(
        `${start}: a file is in the way, a folder is needed. Remove the file, or set CRESYL_DATA_DIR to another folder.`,
        { cause },
      )
    default:
      return new StartError(
        `${start}: ${cause instanceof Error ? cause.message : String(cause)}. Check the folder, or set CRESYL_DATA_DIR to another one.`,
        { cause },
      )
  }
}

export class NoSpaceError extends StartError {}

export function noSpaceError(folder: string, cause?: unknown): NoSpaceError {
  return new NoSpaceError(
    `The disk that holds ${folder} is full. Free some space, or set CRESYL_DATA_DIR to a folder on another disk.`,
    { cause },
  )
}

/** The code of a system or database error (`ENOENT`, `28P01`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function isDiskFull(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}
