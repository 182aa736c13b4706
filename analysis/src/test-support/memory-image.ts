import { type PixelTile, SlideError, type SlideImage } from '@cresyl/slides'

export interface MemoryImageOptions {
  readonly width: number
  readonly height: number
  /** Full resolution: samples side by side, row by row, one array for each channel. */
  readonly planes: readonly (Uint8Array | Uint16Array)[]
  readonly samples?: 1 | 3
  readonly mpp?: { x: number; y: number } | undefined
  readonly objective?: number
  readonly channels?: SlideImage['channels']
  /** Factors of the levels, each averaged from full resolution; only full resolution where left out. */
  readonly factors?: readonly number[]
  readonly tileSide?: number
  readonly bitDepth?: number
  /** Called before each tile is made; may wait or throw. */
  readonly onRead?: (level: number, column: number, row: number) => unknown
}

/** An image that lies in memory instead of a file. */
export function memoryImage(options: MemoryImageOptions): SlideImage {
  const { width, height, planes, samples = 3, factors = [1], tileSide = 256, mpp, objective } = options
  const pixelType = planes[0] instanceof Uint16Array ? 'u16' : 'u8'
  const sizes = factors.map((factor) => ({
    factor,
    width: Math.max(1, Math.floor(width / factor)),
    height: Math.max(1, Math.floor(height / factor)),
  }))
  return {
    width,
    height,
    samples,
    pixelType,
    mpp,
    objective,
    sizeZ: 1,
    sizeT: 1,
    bitDepth: options.bitDepth ?? (pixelType === 'u16' ? 16 : 8),
    channels: options.channels ?? planes.map(() => ({})),
    levels: sizes.map(({ factor, ...size }) => ({
      ...size,
      tileWidth: tileSide,
      tileHeight: tileSide,
      downsample: factor,
    })),
    iccProfile: async () => null,
    encodedTile: async () => null,
    async rawTile(level, column, row, plane = {}, signal): Promise<PixelTile> {
      signal?.throwIfAborted()
      await options.onRead?.(level, column, row)
      const size = sizes[level]
      const pixels = planes[plane.c ?? 0]
      if (!size || !pixels) throw new SlideError('out_of_range', `level ${level}`, 'is not there')
      const left = column * tileSide
      const top = row * tileSide
      const tile = {
        width: Math.min(tileSide, size.width - left),
        height: Math.min(tileSide, size.height - top),
      }
      const data = pixels.slice(0, tile.width * tile.height * samples)
      if (size.factor === 1) {
        for (let y = 0; y < tile.height; y += 1) {
          const start = ((top + y) * width + left) * samples
          data.set(pixels.subarray(start, start + tile.width * samples), y * tile.width * samples)
        }
        return { ...tile, samples, pixelType, data }
      }
      for (let at = 0; at < data.length; at += 1) {
        const pixel = Math.floor(at / samples)
        const x = (left + (pixel % tile.width)) * size.factor
        const y = (top + Math.floor(pixel / tile.width)) * size.factor
        let sum = 0
        for (let dy = 0; dy < size.factor; dy += 1)
          for (let dx = 0; dx < size.factor; dx += 1)
            sum += pixels[((y + dy) * width + x + dx) * samples + (at % samples)] ?? 0
        data[at] = Math.round(sum / size.factor ** 2)
      }
      return { ...tile, samples, pixelType, data }
    },
  }
}
