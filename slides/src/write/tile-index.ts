/** Where each tile of the file lies. A tile that has no bytes of its own is background. */
export class TileIndex {
  readonly #positions: Float64Array
  readonly #lengths: Uint32Array
  #claimed: Uint8Array
  #stored = 0
  #background = { position: 0, length: 0 }

  constructor(tiles: number) {
    this.#positions = new Float64Array(tiles)
    this.#lengths = new Uint32Array(tiles)
    this.#claimed = new Uint8Array(tiles)
  }

  get tiles(): number {
    return this.#positions.length
  }

  /** How many tiles have bytes of their own. */
  get stored(): number {
    return this.#stored
  }

  /** Whether it is the first claim of this tile. */
  claim(tile: number): boolean {
    if (this.#claimed[tile] === 1) return false
    this.#claimed[tile] = 1
    return true
  }

  store(tile: number, position: number, length: number): void {
    this.#positions[tile] = position
    this.#lengths[tile] = length
    this.#stored++
  }

  storeBackground(position: number, length: number): void {
    this.#background = { position, length }
  }

  positionOf = (tile: number): number => (this.#positions[tile] as number) || this.#background.position

  lengthOf = (tile: number): number => (this.#lengths[tile] as number) || this.#background.length
}
