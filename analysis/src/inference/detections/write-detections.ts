import { type FileHandle, open } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { syncFile } from '@cresyl/slides'
import { chunkThingLevel, type EncodedThingTile } from './chunk-things.ts'
import { DensityTile, densityCells, tileSpan } from './density-tile.ts'
import { type DetectionsIndex, magic, type TileEntry } from './detections-file.ts'

export type DetectionsShape = Pick<DetectionsIndex, 'width' | 'height' | 'classes' | 'measurements'>

/**
 * Writes a file of detections. Tiles up to the size of a chunk come as they are; the coarser ones, which only count, are
 * made of them.
 */
export class DetectionsWriter {
  readonly #file: FileHandle
  readonly #shape: DetectionsShape
  readonly #levels: TileEntry[][] = []
  readonly #counts: number[]
  readonly #topLevel: number
  /** Of the level above chunks: those begun. */
  #above = new Map<string, Counted>()
  #offset = magic.length

  static async create(path: string, shape: DetectionsShape): Promise<DetectionsWriter> {
    const file = await open(path, 'w')
    await file.write(magic)
    return new DetectionsWriter(file, shape)
  }

  private constructor(file: FileHandle, shape: DetectionsShape) {
    this.#file = file
    this.#shape = shape
    this.#counts = shape.classes.map(() => 0)
    const chunks = Math.max(shape.width, shape.height) / tileSpan(chunkThingLevel)
    this.#topLevel = chunkThingLevel + Math.max(0, Math.ceil(Math.log2(chunks)))
  }

  async add(tile: EncodedThingTile): Promise<void> {
    await this.#write(tile)
    if (tile.level !== chunkThingLevel) return
    const density = DensityTile.decode(gunzipSync(tile.bytes))
    this.#count(density)
    this.#addAbove(this.#above, density, tile)
  }

  async finish(): Promise<DetectionsIndex> {
    for (let level = chunkThingLevel + 1; level <= this.#topLevel; level += 1) {
      const next = new Map<string, Counted>()
      for (const { x, y, density } of [...this.#above.values()].sort((a, b) => a.y - b.y || a.x - b.x)) {
        await this.#write({ level, x, y, count: density.total, bytes: gzipSync(density.encode()) })
        this.#addAbove(next, density, { x, y })
      }
      this.#above = next
    }
    const levels = Array.from({ length: this.#topLevel + 1 }, (_, level) => this.#levels[level] ?? [])
    const index: DetectionsIndex = { version: 1, ...this.#shape, counts: this.#counts, levels }
    const packed = gzipSync(JSON.stringify(index))
    const footer = Buffer.alloc(12)
    footer.writeBigUInt64LE(BigInt(this.#offset), 0)
    footer.writeUInt32LE(packed.length, 8)
    await this.#append(Buffer.concat([packed, footer, magic]))
    await syncFile(this.#file)
    await this.#file.close()
    return index
  }

  async abort(): Promise<void> {
    await this.#file.close().catch(() => undefined)
  }

  async #write({ level, x, y, count, bytes }: EncodedThingTile): Promise<void> {
    this.#levels[level] ??= []
    this.#levels[level].push([x, y, this.#offset, bytes.length, count])
    await this.#append(bytes)
  }

  async #append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#offset + at)
      at += bytesWritten
    }
    this.#offset += bytes.length
  }

  #count({ counts }: DensityTile): void {
    counts.forEach((count, at) => {
      const kind = Math.floor(at / densityCells ** 2)
      this.#counts[kind] = (this.#counts[kind] as number) + count
    })
  }

  #addAbove(above: Map<string, Counted>, density: DensityTile, { x, y }: { x: number; y: number }): void {
    const [column, row] = [x >> 1, y >> 1]
    const key = `${column},${row}`
    const made = above.get(key) ?? { x: column, y: row, density: new DensityTile(this.#shape.classes.length) }
    above.set(key, made)
    density.addTo(made.density, x, y)
  }
}

interface Counted {
  readonly x: number
  readonly y: number
  readonly density: DensityTile
}
