import type { Readable } from 'node:stream'

/** Everything belongs to an organisation; no key leads out of it. */
export interface ObjectKey {
  organizationId: string
  /** Such as `files/0192…/original`: segments of letters, digits, dots, dashes and underscores. */
  path: string
}

export interface ObjectStat extends ObjectKey {
  size: number
  modifiedAt: Date
}

/** Bytes from `offset` on; what `length` asks for beyond the end is left out. */
export interface ByteRange {
  offset: number
  length?: number
}

export interface ObjectContent {
  /** Of the whole object. */
  size: number
  /** What the body is of it. */
  offset: number
  length: number
  body: Readable
}

export interface PutOptions {
  /** Where it is known beforehand, a full quota is found out before the first byte. */
  size?: number
}

export interface DownloadOptions {
  /** What the browser saves it as. */
  fileName: string
  mediaType?: string
  /** What else is signed with an address that we serve ourselves, for whoever checks it then. */
  signed?: Readonly<Record<string, string>>
}

export interface UploadReference {
  organizationId: string
  uploadId: string
}

export interface NewUpload extends ObjectKey {
  size: number
  /** Absent: what the table of chunk sizes says. */
  partSize?: number
}

export interface CompletedPart {
  partNumber: number
  etag: string
}

export interface StoredPart extends CompletedPart {
  size: number
}

export interface CompletedUpload extends ObjectKey {
  size: number
  /** SHA-256 over the ordered SHA-256 of the parts; null where storage doesn't tell and it must be read first. */
  hash: Buffer | null
}

/** Large files in parts, which the browser sends straight to `partUrl`. */
export interface Uploads {
  /** Reserves the bytes: `quota_exceeded` or `storage_full` when there is no room. */
  begin(upload: NewUpload): Promise<UploadReference>
  /** An address that takes one PUT of exactly this part's bytes, for half an hour. */
  partUrl(upload: UploadReference, partNumber: number): Promise<string>
  /** Those that are safely stored. */
  listParts(upload: UploadReference): Promise<StoredPart[]>
  /** Needs every part. Asked again, it answers the same. */
  complete(upload: UploadReference, parts: readonly CompletedPart[]): Promise<CompletedUpload>
  /** What has been completed stays. */
  abort(upload: UploadReference): Promise<'aborted' | 'complete'>
}

export interface Storage {
  readonly kind: 'disk' | 's3'
  /** Replaces the object at once: others see the old one or the new one. */
  put(key: ObjectKey, body: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<ObjectStat>
  /** The same of a file on this machine, which storage may take away: where both are on one disk, nothing is copied. */
  putFile(key: ObjectKey, path: string, signal?: AbortSignal): Promise<ObjectStat>
  /** `not_found`, or `range_not_satisfiable` when the object ends before the range. */
  get(key: ObjectKey, range?: ByteRange): Promise<ObjectContent>
  stat(key: ObjectKey): Promise<ObjectStat | null>
  /** Everything in the folder and below, in order of path; '' is the whole organisation. */
  list(organizationId: string, folder: string): AsyncIterable<ObjectStat>
  /** The ids of those that have anything stored, known to the database or not. */
  organizations(): AsyncIterable<string>
  /** Of what isn't there is no failure. */
  delete(key: ObjectKey): Promise<void>
  /** An address that serves the object to whoever has it, for half an hour; from a bucket, for five minutes. */
  downloadUrl(key: ObjectKey, options: DownloadOptions): Promise<string>
  readonly uploads: Uploads
  /** Removes what crashes left behind and aborts what nobody goes on with. */
  clean(): Promise<CleanUp>
  close(): Promise<void>
}

export interface CleanUp {
  /** Uploads that were idle for too long: whoever began them wants to know. */
  interrupted: UploadReference[]
  removed: number
}

/** Steps after which tests pause or die; what lies between two of them is one step. */
export type StoragePoint =
  | `begin: ${'reserved' | 'made'}`
  | `part: ${'claimed' | 'written' | 'synced' | 'replacing' | 'acknowledged'}`
  | `complete: ${'closed' | 'moved' | 'recorded'}`
  | `abort: ${'closed' | 'removed'}`
  | `put: ${'announced' | 'written' | 'moved' | 'recorded'}`
  | `delete: ${'announced' | 'removed' | 'recorded'}`

export type Pause = (point: StoragePoint) => void | Promise<void>
