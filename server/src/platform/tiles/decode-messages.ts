import type { SlideErrorCode } from '@cresyl/slides'
import type { ImageLocation } from './image-location.ts'
import type { Operation, Rendered } from './operation.ts'

export interface RenderOrder {
  type: 'render'
  id: number
  location: ImageLocation
  operation: Operation
  /** After this time the child gives up by itself, if it can. */
  patienceMilliseconds: number
}

/** To a child. It does one thing at a time. */
export type DecodeOrder =
  | RenderOrder
  | { type: 'abort'; id: number }
  /** To close what it has open of the image. */
  | { type: 'drop'; imageId: string }

/** From a child. */
export type DecodeAnswer =
  | { type: 'ready' }
  /** `memory`: what the process has then, in bytes. */
  | { type: 'done'; id: number; result: Rendered; memory: number }
  | { type: 'failed'; id: number; failure: SentFailure; memory: number }

/** An error as it goes from process to process. */
export type SentFailure =
  | { type: 'slide'; code: SlideErrorCode; structure: string; reason: string }
  | { type: 'aborted' }
  /** Its patience has ended. */
  | { type: 'slow' }
  | { type: 'other'; detail: string }
