import type { Slide, Vendor } from '../slide.ts'
import type { Source } from '../source/source.ts'
import type { TiffFile } from '../tiff/tiff.ts'

/** A file whose format is to be found out. */
export interface Candidate {
  readonly source: Source
  /** Its first bytes, fewer where it is shorter. */
  readonly head: Uint8Array
  /** Where it is a TIFF. */
  readonly tiff?: TiffCandidate | undefined
  readonly signal?: AbortSignal | undefined
}

export interface TiffCandidate {
  readonly file: TiffFile
  /** The ImageDescription of the first page; empty where it has none. */
  readonly description: string
  /** Likewise its Software. */
  readonly software: string
}

export interface Format {
  readonly name: Vendor
  /** For people. */
  readonly title: string
  detect(candidate: Candidate): boolean | Promise<boolean>
  /** Only for a candidate that was detected. The slide's `close` leaves the source open: who opened it closes it. */
  open(candidate: Candidate): Promise<Slide>
}
