/** Where the bytes of a slide come from. */
export interface Source {
  /** For messages: a file name, an address without its query. */
  readonly name: string
  readonly size: number
  /**
   * Exactly `length` bytes from `offset`. Rejects with a `truncated` SlideError where they go beyond the end, with
   * an `unreadable` one where they can't be fetched, and with the signal's reason once it is aborted.
   * The bytes may be a view of a cache: don't write to them, unless the source says that they are yours.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>
  /**
   * The same without waiting; undefined where the bytes would have to be waited for, or nobody can tell: then `read`
   * gets them. Throws what `read` rejects with.
   */
  readNow?(offset: number, length: number): Uint8Array | undefined
  /** Whether each read gives bytes that nobody else has. */
  readonly givesAway?: boolean | undefined
  close(): Promise<void>
}
