import type { FoundBytes } from './foreign-file.ts'

/** Where bytes lie, in words that another process understands too. */
export type SourceDescriptor =
  | FileDescriptor
  /** An address that answers range requests. */
  | { readonly kind: 'http'; readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  | ObjectDescriptor

/** A file of this machine. */
export interface FileDescriptor {
  readonly kind: 'file'
  readonly path: string
  /** Of one that isn't ours, and may be replaced at any moment: what it was when it was read. */
  readonly foreign?: FoundBytes | undefined
}

/** An object in a bucket. */
export interface ObjectDescriptor extends RemoteObject {
  readonly kind: 'object'
  /** Another object, with what opening this one reads. */
  readonly header?: RemoteObject | undefined
  /** Where blocks of it may be kept; left out where it is read once from end to end. */
  readonly cache?: BlockFolder | undefined
}

export interface RemoteObject {
  /** The same key means the same bytes, for good: an object that is written again gets another one. */
  readonly key: string
  readonly size: number
  /** A signed address for GET. Newer descriptors of the same object have newer ones. */
  readonly url: string
  /** When the address ends, milliseconds since 1970. */
  readonly expiresAt: number
}

/** A folder that the processes of a machine share. */
export interface BlockFolder {
  readonly folder: string
  readonly maxBytes: number
}

/** Whether both lead to the same bytes, by whatever address. */
export function isSameSource(a: SourceDescriptor, b: SourceDescriptor): boolean {
  if (a.kind === 'object' && b.kind === 'object') return a.key === b.key
  if (a.kind === 'file' && b.kind === 'file') return isSameFile(a, b)
  // What an address leads to is not known: it may be the same one, signed anew.
  return a.kind === b.kind
}

function isSameFile(a: FileDescriptor, b: FileDescriptor): boolean {
  const isAsFound = a.foreign?.size === b.foreign?.size && a.foreign?.modifiedAt === b.foreign?.modifiedAt
  return a.path === b.path && isAsFound
}
