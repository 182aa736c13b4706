/**
 * What can be wrong:
 * - `unknown_format`: nothing here reads it
 * - `unsupported`: well formed, but it uses something that isn't read
 * - `malformed`: it contradicts its own format
 * - `truncated`: it ends before something it refers to
 * - `too_large`: something in it is beyond `limits`
 * - `out_of_range`: the caller asked for a level, tile, plane or region that isn't there
 * - `unreadable`: the bytes could not be fetched
 * - `unwritable`: a file could not be written: the disk is full, it exists already
 */
export type SlideErrorCode =
  | 'unknown_format'
  | 'unsupported'
  | 'malformed'
  | 'truncated'
  | 'too_large'
  | 'out_of_range'
  | 'unreadable'
  | 'unwritable'

/** Everything that goes wrong with a slide, but for an abort, which rejects with the signal's reason. */
export class SlideError extends Error {
  override readonly name = 'SlideError'
  readonly code: SlideErrorCode
  /** Which part of the file: `TIFF header`, `IFD 3`, `IFD 0 tile 12,7`, `OME-XML`. */
  readonly structure: string
  /** A sentence without its full stop: what is wrong, and what to do where that is known. */
  readonly reason: string

  constructor(code: SlideErrorCode, structure: string, reason: string, options?: ErrorOptions) {
    super(`${structure}: ${reason}`, options)
    this.code = code
    this.structure = structure
    this.reason = reason
  }
}

/** Says where: an error of a decoder, which doesn't know which block it was given, gets its structure here. */
export function errorAt(structure: string, error: unknown): unknown {
  if (!(error instanceof SlideError)) return error
  return new SlideError(error.code, structure, `${error.structure}: ${error.reason}`, { cause: error })
}
