import { bytesOf } from '../pixels.ts'
import type { ScratchFile } from './scratch-file.ts'
import type { TileBuffers } from './tile-buffers.ts'
import type { Samples } from './tile-pixels.ts'

type Quarters = (Samples | undefined)[]

/**
 * Halved tiles that wait for their neighbours, up to so many bytes in memory; the tile that has waited longest goes
 * to the scratch file. All four quarters of a tile have one slot there, used again once the tile is complete.
 */
export class QuarterPool {
  readonly #buffers: TileBuffers
  readonly #scratch: ScratchFile
  readonly #mostQuarters: number
  readonly #quarterBytes: number
  readonly #tiles: number
  readonly #inMemory = new Map<number, Quarters>()
  #quarters = 0
  /** 1 + the slot of each tile, 0 for none; made when the first one is needed. */
  #slots: Uint32Array | undefined
  #slotCount = 0
  readonly #freeSlots: number[] = []

  /** @param tiles how many numbers of tiles there are */
  constructor(buffers: TileBuffers, scratch: ScratchFile, tiles: number, mostBytes: number) {
    this.#buffers = buffers
    this.#scratch = scratch
    this.#tiles = tiles
    this.#quarterBytes = buffers.bytes
    this.#mostQuarters = Math.max(4, Math.floor(mostBytes / this.#quarterBytes))
  }

  /** How many tiles have ever been in the scratch file at once. */
  get spilledTiles(): number {
    return this.#slotCount
  }

  /** Keeps a quarter of a tile; the buffer is the pool's from now on. */
  async put(tile: number, index: number, quarter: Samples): Promise<void> {
    const quarters = this.#inMemory.get(tile) ?? [undefined, undefined, undefined, undefined]
    quarters[index] = quarter
    this.#inMemory.set(tile, quarters)
    this.#quarters++
    while (this.#quarters > this.#mostQuarters) await this.#spillOldest()
  }

  /** Hands over those quarters of a tile that `present` has a bit for, and forgets them. */
  async takeAll(
    tile: number,
    present: number,
    receive: (quarter: Samples, index: number) => void,
  ): Promise<void> {
    const quarters = this.#inMemory.get(tile)
    this.#inMemory.delete(tile)
    for (let index = 0; index < 4; index++) {
      if ((present & (1 << index)) === 0) continue
      const kept = quarters?.[index]
      if (kept) this.#quarters--
      const quarter = kept ?? (await this.#readBack(tile, index))
      receive(quarter, index)
      this.#buffers.giveBack(quarter)
    }
    this.#freeSlot(tile)
  }

  async #spillOldest(): Promise<void> {
    const [tile, quarters] = this.#inMemory.entries().next().value as [number, Quarters]
    this.#inMemory.delete(tile)
    const slot = this.#slotOf(tile)
    for (const [index, quarter] of quarters.entries()) {
      if (!quarter) continue
      await this.#scratch.write(bytesOf(quarter), (slot * 4 + index) * this.#quarterBytes)
      this.#buffers.giveBack(quarter)
      this.#quarters--
    }
  }

  async #readBack(tile: number, index: number): Promise<Samples> {
    const quarter = this.#buffers.take()
    await this.#scratch.read(bytesOf(quarter), (this.#slotOf(tile) * 4 + index) * this.#quarterBytes)
    return quarter
  }

  #slotOf(tile: number): number {
    this.#slots ??= new Uint32Array(this.#tiles)
    const known = this.#slots[tile] as number
    if (known > 0) return known - 1
    const slot = this.#freeSlots.pop() ?? this.#slotCount++
    this.#slots[tile] = slot + 1
    return slot
  }

  #freeSlot(tile: number): void {
    const slot = this.#slots?.[tile] ?? 0
    if (!this.#slots || slot === 0) return
    this.#slots[tile] = 0
    this.#freeSlots.push(slot - 1)
  }
}
