/** Why a tile could not be had. */
export class TileError extends Error {
  /** Of the answer; 0 where none came. */
  readonly status: number

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TileError'
    this.status = status
  }
}

/** Milliseconds before each further attempt. */
export const pauses = [1000, 2000, 4000] as const

/** Whether the same request may do better later: no connection, a server in trouble, or too many at once. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof TileError)) return false
  const { status } = error
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** How long to wait after so many failed attempts; null where another would be in vain. */
export function pauseAfter(error: unknown, attempts: number): number | null {
  return mayPass(error) ? (pauses[attempts - 1] ?? null) : null
}
