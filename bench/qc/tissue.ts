import type { PixelTile } from '../../slides/src/pixels.ts'
import { makeOutline } from '../../slides/src/procedural/outline.ts'
import { createTissue } from '../../slides/src/procedural/tissue.ts'
import { tileSide } from '../support/slide-tiles.ts'

/** A square of colour that goes on seamlessly: beside it lies its mirror image, as over a kaleidoscope. */
export interface Patch {
  /** Tiles along its side. */
  readonly tiles: number
  readonly rgb: Uint8Array
}

/** Stained tissue without any glass at so many µm a pixel. */
export function renderPatch(seed: number, mpp: number, tiles: number): Patch {
  const side = tiles * tileSide
  const tissue = createTissue({ seed, stain: 'he', coverage: 1, width: side, height: side, mpp, noise: 3 })
  const rgb = new Uint8Array(side * side * 3)
  // A row of tiles at a time, so that no picture is too large.
  for (let row = 0; row < tiles; row += 1)
    rgb.set(bytesOf(tissue.render(0, row * tileSide, side, tileSide)), row * tileSide * side * 3)
  return { tiles, rgb }
}

/** Means of so many × so many pixels, as the next level of a pyramid has them. */
export function shrinkPatch({ tiles, rgb }: Patch, factor: number): Patch {
  const from = tiles * tileSide
  const side = from / factor
  const shrunk = new Uint8Array(side * side * 3)
  for (let at = 0; at < shrunk.length; at += 1) {
    const sample = at % 3
    const x = Math.floor(at / 3) % side
    const y = Math.floor(at / 3 / side)
    let sum = 0
    for (let row = y * factor; row < (y + 1) * factor; row += 1)
      for (let column = x * factor; column < (x + 1) * factor; column += 1)
        sum += rgb[(row * from + column) * 3 + sample] as number
    shrunk[at] = Math.round(sum / factor ** 2)
  }
  return { tiles: tiles / factor, rgb: shrunk }
}

/** Which part of the patch a tile of the level shows, the same for tiles that show the same. */
export function partOf({ tiles }: Patch, column: number, row: number): number {
  return (row % (2 * tiles)) * 2 * tiles + (column % (2 * tiles))
}

export function cutTile({ tiles, rgb }: Patch, part: number): PixelTile {
  const side = tiles * tileSide
  const left = (part % (2 * tiles)) * tileSide
  const top = Math.floor(part / (2 * tiles)) * tileSide
  const mirrored = (place: number) => (place < side ? place : 2 * side - 1 - place)
  const data = new Uint8Array(tileSide * tileSide * 3)
  for (let y = 0, to = 0; y < tileSide; y += 1)
    for (let x = 0; x < tileSide; x += 1, to += 3) {
      const from = (mirrored(top + y) * side + mirrored(left + x)) * 3
      for (let sample = 0; sample < 3; sample += 1) data[to + sample] = rgb[from + sample] as number
    }
  return { width: tileSide, height: tileSide, samples: 3, pixelType: 'u8', data }
}

/** Nearly white, as uneven as sensors are. */
export function glassTile(): PixelTile {
  const data = new Uint8Array(tileSide * tileSide * 3)
  for (let at = 0; at < data.length; at += 1) data[at] = 241 + (Math.imul(at, 0x9e3779b1) >>> 30)
  return { width: tileSide, height: tileSide, samples: 3, pixelType: 'u8', data }
}

/** µm between the places for which it is known how deep in tissue they lie. */
const depthStep = 16

/** Where the tissue of a slide lies: in one piece, with a wavy and frayed edge. */
export interface Shape {
  /** What a square of the slide is, in µm from its upper left corner. */
  kindOf(x: number, y: number, side: number): 'tissue' | 'glass' | 'edge'
  contains(x: number, y: number): boolean
}

/** @param share of the slide that is tissue, 0..1. Sizes are in µm. */
export function shapeTissue(seed: number, width: number, height: number, share: number): Shape {
  const outline = makeOutline(seed, { width, height }, share)
  // A tile at the edge of the slide reaches over it.
  const columns = Math.ceil((width + 8 * tileSide) / depthStep) + 2
  const rows = Math.ceil((height + 8 * tileSide) / depthStep) + 2
  const depths = new Float32Array(columns * rows)
  for (let at = 0; at < depths.length; at += 1)
    depths[at] = outline.depth((at % columns) * depthStep, Math.floor(at / columns) * depthStep)
  const depthAt = (column: number, row: number) => depths[row * columns + column] as number
  return {
    kindOf(x, y, side) {
      let inside = 0
      let all = 0
      for (let row = Math.floor(y / depthStep); row <= Math.ceil((y + side) / depthStep); row += 1)
        for (
          let column = Math.floor(x / depthStep);
          column <= Math.ceil((x + side) / depthStep);
          column += 1
        ) {
          all += 1
          if (depthAt(column, row) > 0) inside += 1
        }
      return inside === 0 ? 'glass' : inside === all ? 'tissue' : 'edge'
    },
    contains(x, y) {
      const [column, row] = [Math.floor(x / depthStep), Math.floor(y / depthStep)]
      const [right, down] = [x / depthStep - column, y / depthStep - row]
      const above = depthAt(column, row) * (1 - right) + depthAt(column + 1, row) * right
      const below = depthAt(column, row + 1) * (1 - right) + depthAt(column + 1, row + 1) * right
      return above * (1 - down) + below * down > 0
    },
  }
}

/** Tissue where there is some, glass elsewhere. */
export function layOver(
  tissue: PixelTile,
  glass: PixelTile,
  isTissue: (x: number, y: number) => boolean,
): PixelTile {
  const data = bytesOf(tissue).slice()
  for (let pixel = 0; pixel < tileSide * tileSide; pixel += 1)
    if (!isTissue(pixel % tileSide, Math.floor(pixel / tileSide)))
      data.set(bytesOf(glass).subarray(pixel * 3, pixel * 3 + 3), pixel * 3)
  return { ...tissue, data }
}

function bytesOf({ data }: PixelTile): Uint8Array {
  if (data instanceof Uint8Array) return data
  throw new Error('Tiles of a benchmark have 8 bits')
}
