import { bytesPerSample } from '../pixels.ts'
import type { Samples } from './tile-pixels.ts'

/** Buffers of one size that are used again, so that memory doesn't grow until a collection. */
export class TileBuffers {
  readonly length: number
  readonly #pixelType: 'u8' | 'u16'
  readonly #free: Samples[] = []

  constructor(pixelType: 'u8' | 'u16', length: number) {
    this.#pixelType = pixelType
    this.length = length
  }

  get bytes(): number {
    return this.length * bytesPerSample(this.#pixelType)
  }

  /** What it holds is left from before. */
  take(): Samples {
    return (
      this.#free.pop() ??
      (this.#pixelType === 'u8' ? new Uint8Array(this.length) : new Uint16Array(this.length))
    )
  }

  giveBack(buffer: Samples): void {
    this.#free.push(buffer)
  }
}
