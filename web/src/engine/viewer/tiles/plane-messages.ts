/** What the page asks of the worker that puts bytes in order. */
export interface PlaneOrder {
  readonly id: number
  readonly bytes: ArrayBuffer
}

export type PlaneReport =
  | { readonly id: number; readonly numbers: Uint16Array<ArrayBuffer> }
  | { readonly id: number; readonly problem: string }
