/** To a worker: one part at a time. */
export type PartOrder = { type: 'send'; id: number; url: string; body: Blob } | { type: 'abort'; id: number }

/** From a worker. */
export type PartReport =
  | { type: 'progress'; id: number; bytes: number }
  | { type: 'sent'; id: number; etag: string }
  /** Status 0: no answer arrived. */
  | { type: 'failed'; id: number; status: number; message: string }
