/** What the browser keeps for this app could not be read or written. */
export class StorageError extends Error {
  constructor(cause: unknown) {
    super('this browser could not read or write Cresyl’s data. Sign in again.', { cause })
    this.name = 'StorageError'
  }
}
