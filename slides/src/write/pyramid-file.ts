import { errorAt, SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import type { Level, Plane } from '../slide.ts'
import { checkTile, placeOf, wrongTile } from './check-tile.ts'
import type { EncodeQueue } from './encode-queue.ts'
import type { BuiltTile, LevelBuilder } from './level-builder.ts'
import type { OutputFile } from './output-file.ts'
import type { PyramidLayout, TilePlace } from './pyramid-layout.ts'
import { describePlace, levelOf, tileNumber, visibleSize } from './pyramid-layout.ts'
import type { PyramidPlan } from './pyramid-options.ts'
import type { PyramidWriter, WrittenPyramid } from './pyramid-writer.ts'
import type { ScratchFile } from './scratch-file.ts'
import type { TileBuffers } from './tile-buffers.ts'
import { decodeTile } from './tile-decoder.ts'
import type { TileEncoder } from './tile-encoder.ts'
import type { TileIndex } from './tile-index.ts'
import type { Samples, TileShape } from './tile-pixels.ts'
import { copyPixels, hasOneColor, repeatEdges } from './tile-pixels.ts'
import { writeDirectories } from './write-directories.ts'

export interface PyramidParts {
  readonly plan: PyramidPlan
  readonly layout: PyramidLayout
  readonly shape: TileShape
  readonly encoder: TileEncoder
  readonly file: OutputFile
  readonly scratch: ScratchFile
  readonly buffers: TileBuffers
  readonly builder: LevelBuilder
  readonly queue: EncodeQueue
  readonly index: TileIndex
}

/** Tiles pass one after another up to the encoder, which works on several at once. */
export class PyramidFile implements PyramidWriter {
  readonly levels: readonly Level[]
  readonly #parts: PyramidParts
  readonly #signal: AbortSignal | undefined
  readonly #onAbort = () => void this.#end(this.#signal?.reason)
  /** Where bytes lie that several tiles may have. */
  readonly #appended = new WeakMap<Uint8Array, number>()
  #turn: Promise<void> = Promise.resolve()
  #finishing = false
  /** Why nothing more is written. */
  #ended: { readonly error: unknown } | undefined
  #cleaning: Promise<void> | undefined

  constructor(parts: PyramidParts, signal?: AbortSignal) {
    this.#parts = parts
    this.#signal = signal
    this.levels = parts.layout.levels.map(({ width, height, tileWidth, tileHeight, downsample }) => {
      return { width, height, tileWidth, tileHeight, downsample }
    })
    signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  async writeTile(x: number, y: number, tile: PixelTile, plane: Plane = {}): Promise<void> {
    const place = this.#placeOf(0, x, y, plane)
    const data = checkTile(this.#parts.plan, this.#parts.layout, place, tile)
    this.#claim(place)
    await this.#inTurn(async () => {
      const { shape, buffers } = this.#parts
      const { width, height } = visibleSize(this.#parts.layout, place)
      const copy = buffers.take()
      copyPixels(data, tile.width, copy, shape, width, height)
      repeatEdges(copy, shape, width, height)
      await this.#store({ place, data: copy })
    })
  }

  async writeEncodedTile(
    level: number,
    x: number,
    y: number,
    bytes: Uint8Array,
    plane: Plane = {},
  ): Promise<void> {
    const place = this.#placeOf(level, x, y, plane)
    const { givenLevels } = this.#parts.layout
    if (level >= givenLevels) {
      throw wrongTile(place, `is computed from the level below; only levels under ${givenLevels} are given`)
    }
    const stored = this.#acceptEncoded(place, bytes)
    const data = this.#feedsNext(place) ? await this.#decodeShown(place, bytes) : null
    this.#claim(place)
    await this.#inTurn(async () => {
      await this.#parts.queue.add(
        async () => stored,
        (kept) => this.#append(place, kept),
      )
      const above = await this.#addToNext(place, data)
      if (above) await this.#store(above)
    })
  }

  async finish(): Promise<WrittenPyramid> {
    this.#throwIfEnded()
    this.#throwIfFinishing()
    this.#finishing = true
    return this.#inTurn(async () => {
      const { plan, layout, encoder, file, scratch, queue, index } = this.#parts
      await this.#completeLevels()
      await queue.drain()
      const sharedTiles = index.tiles - index.stored
      if (sharedTiles > 0) {
        index.storeBackground(await file.append(encoder.background), encoder.background.length)
      }
      const first = await writeDirectories(file, plan, layout, { index, jpegTables: encoder.jpegTables })
      await scratch.close()
      this.#throwIfEnded()
      await file.commit(first)
      this.#signal?.removeEventListener('abort', this.#onAbort)
      return { bytes: file.size, tiles: index.tiles, sharedTiles }
    })
  }

  async abort(): Promise<void> {
    await this.#end(new SlideError('out_of_range', 'pyramid', 'was aborted'))
  }

  #placeOf(level: number, x: number, y: number, plane: Plane): TilePlace {
    this.#throwIfEnded()
    this.#throwIfFinishing()
    return placeOf(this.#parts.plan, this.#parts.layout, level, x, y, plane)
  }

  #acceptEncoded(place: TilePlace, bytes: Uint8Array): Uint8Array {
    if (bytes.length === 0 || bytes.length > limits.blockBytes) {
      throw wrongTile(place, `has ${bytes.length} bytes, not 1 to ${limits.blockBytes}`)
    }
    try {
      return this.#parts.encoder.accept(bytes)
    } catch (error) {
      throw errorAt(describePlace(place), error)
    }
  }

  /** Its pixels; null where all of them are background. */
  async #decodeShown(place: TilePlace, bytes: Uint8Array): Promise<Samples | null> {
    const { plan, layout, shape } = this.#parts
    const data = await decodeTile(bytes, plan).catch((error) => {
      throw errorAt(describePlace(place), error)
    })
    const { width, height } = visibleSize(layout, place)
    repeatEdges(data, shape, width, height)
    return this.#isBackground(place, data) ? null : data
  }

  /** Whether the next level is computed from this tile. */
  #feedsNext({ level }: TilePlace): boolean {
    const { givenLevels, levels } = this.#parts.layout
    return level >= givenLevels - 1 && level + 1 < levels.length
  }

  #claim(place: TilePlace): void {
    this.#throwIfEnded()
    this.#throwIfFinishing()
    const first = this.#parts.index.claim(tileNumber(this.#parts.layout, place))
    if (!first) throw wrongTile(place, 'was written before')
  }

  /** Encodes a tile and all that it completes above it. */
  async #store(built: BuiltTile): Promise<void> {
    let next: BuiltTile | undefined = built
    while (next) next = await this.#storeOne(next)
  }

  /** Resolves to the tile above where this was the last of its quarters. */
  async #storeOne({ place, data }: BuiltTile): Promise<BuiltTile | undefined> {
    const { buffers, queue, encoder } = this.#parts
    const shown = data && !this.#isBackground(place, data) ? data : null
    const above = await this.#addToNext(place, shown)
    if (shown) {
      await queue.add(
        () => encoder.encode(shown),
        async (bytes) => {
          await this.#append(place, bytes)
          buffers.giveBack(shown)
        },
      )
    } else if (data) buffers.giveBack(data)
    return above
  }

  /** Adds a tile to the level computed from it; resolves to the tile there once that is complete. */
  async #addToNext(place: TilePlace, data: Samples | null): Promise<BuiltTile | undefined> {
    if (!this.#feedsNext(place)) return undefined
    return this.#parts.builder.add({ place, data })
  }

  #isBackground(place: TilePlace, data: Samples): boolean {
    const { plan, layout, shape } = this.#parts
    const { width, height } = visibleSize(layout, place)
    return hasOneColor(data, shape, width, height, plan.background)
  }

  async #append(place: TilePlace, bytes: Uint8Array): Promise<void> {
    const { file, index, layout } = this.#parts
    const position = this.#appended.get(bytes) ?? (await file.append(bytes))
    this.#appended.set(bytes, position)
    index.store(tileNumber(layout, place), position, bytes.length)
  }

  /** Tiles of which only some quarters came, from the largest level down, as each may add to the next. */
  async #completeLevels(): Promise<void> {
    const { layout, builder } = this.#parts
    for (let level = layout.givenLevels; level < layout.levels.length; level++) {
      const { columns, rows } = levelOf(layout, level)
      for (let plane = 0; plane < layout.planes; plane++) {
        for (let tile = 0; tile < columns * rows; tile++) {
          const place = { plane, level, x: tile % columns, y: Math.floor(tile / columns) }
          const built = await builder.completeWithBackground(place)
          if (built) await this.#store(built)
        }
      }
    }
  }

  /** Runs after everything asked for before. A failure ends the writer; it is told once the files are removed. */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(async () => {
      this.#throwIfEnded()
      try {
        return await work()
      } catch (error) {
        this.#ended ??= { error }
        throw this.#ended.error
      }
    })
    this.#turn = result.then(
      () => {},
      () => {},
    )
    try {
      return await result
    } catch (error) {
      await this.#end(error)
      throw error
    }
  }

  async #end(error: unknown): Promise<void> {
    this.#ended ??= { error }
    this.#parts.queue.fail(this.#ended.error)
    this.#cleaning ??= this.#cleanUp()
    await this.#cleaning
  }

  async #cleanUp(): Promise<void> {
    const { queue, file, scratch } = this.#parts
    this.#signal?.removeEventListener('abort', this.#onAbort)
    await this.#turn
    await queue.settle()
    await scratch.close().catch(() => {})
    await file.discard().catch(() => {})
  }

  #throwIfFinishing(): void {
    if (this.#finishing) throw new SlideError('out_of_range', 'pyramid', 'is finished already')
  }

  #throwIfEnded(): void {
    if (this.#ended) throw this.#ended.error
  }
}
