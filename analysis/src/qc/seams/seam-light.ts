import { aligned } from '../../loops/instantiate.ts'
import { createTileLoops } from '../../loops/tile-loops.ts'
import { type BrightfieldCheck, blockSide, type Check, type FineTile } from '../measure.ts'
import { type BrightnessTables, brightnessTables, logUnit } from './brightness-scale.ts'
import { type LightTile, unknownLight } from './seam-sums.ts'

/** Pure white and pure black are filled in where nothing was scanned. Compression leaves less than that of it. */
const [white, black] = [253, 2]

/** Added to the light of fluorescence, 0 to 4095: a step counts by what it is of usual tissue, not of the dark. */
const usualLight = 300

type Light = Pick<LightTile, 'width' | 'height' | 'light'>

/** The logarithm of the light of each pixel of about 1 µm. */
export function lightReader(check: Check): (tile: FineTile) => Light {
  const { factorX, factorY } = check.plan.fine
  if (check.modality === 'brightfield') {
    const tables = brightnessTables(check)
    const isBlank = blankNearby(check)
    const lookUp = createLookUp(tables)
    return (tile) => {
      const { width, height } = tile.grey
      const light =
        factorX * factorY === 1
          ? lookUp(tile.stored[0] as Uint8Array)
          : averageLight(tile, tables, factorX, factorY)
      return withoutBlank({ width, height, light }, tile, check, isBlank)
    }
  }
  const logs = Int32Array.from({ length: 4096 }, (_, value) =>
    value === 0 ? unknownLight : Math.round(logUnit * Math.log(value + usualLight)),
  )
  return ({ grey: { width, height, data } }) => ({
    width,
    height,
    light: Int32Array.from(data, (value) => logs[value] as number),
  })
}

/** Of each pixel as it is. The light of a tile lies where that of the one before did. */
function createLookUp({ red, green, blue }: BrightnessTables): (rgb: Uint8Array) => Int32Array {
  const loops = createTileLoops()
  return (rgb) => {
    const pixels = rgb.length / 3
    const tables = aligned(rgb.length)
    const light = tables + 4 * 3 * 256
    const memory = loops.reserve(light + 4 * pixels)
    new Uint8Array(memory, 0, rgb.length).set(rgb)
    const all = new Int32Array(memory, tables, 3 * 256)
    for (const [index, table] of [red, green, blue].entries()) all.set(table, 256 * index)
    loops.lookUp(0, pixels, tables, light)
    return new Int32Array(memory, light, pixels)
  }
}

function averageLight(
  { stored, width: stride, grey: { width, height } }: FineTile,
  { red, green, blue }: BrightnessTables,
  factorX: number,
  factorY: number,
): Int32Array {
  const rgb = stored[0] as Uint8Array
  const light = new Int32Array(width * height)
  const share = 1 / (factorX * factorY)
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 1) {
      let sum = 0
      for (let row = 0; row < factorY; row += 1) {
        let at = ((y * factorY + row) * stride + x * factorX) * 3
        for (let column = 0; column < factorX; column += 1, at += 3)
          sum +=
            (red[rgb[at] as number] as number) +
            (green[rgb[at + 1] as number] as number) +
            (blue[rgb[at + 2] as number] as number)
      }
      light[to] = Math.round(sum * share)
    }
  return light
}

/** 1 where a pixel of the overview, or one beside it, is blank or unknown. */
function blankNearby({ overview: { rgb, width, height, unknown } }: BrightfieldCheck): Uint8Array {
  const near = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const red = rgb[at * 3] as number
      // Most are neither as bright nor as dark, and that is quickly told.
      if (!unknown[at] && red < white && red > black) continue
      const green = rgb[at * 3 + 1] as number
      const blue = rgb[at * 3 + 2] as number
      const isBlank = Math.min(red, green, blue) >= white || Math.max(red, green, blue) <= black
      if (!isBlank && !unknown[at]) continue
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
        near.fill(1, row * width + Math.max(0, x - 1), row * width + Math.min(width, x + 2))
    }
  return near
}

/** Forgets the light of blocks beside what was filled in: that has straight edges, but is no seam. */
function withoutBlank(lit: Light, { x, y, blocks }: FineTile, { plan }: Check, isBlank: Uint8Array): Light {
  const { fine, overview } = plan
  const across = fine.grid.stepX / overview.grid.stepX
  const down = fine.grid.stepY / overview.grid.stepY
  for (let row = 0; row < blocks.rows; row += 1)
    for (let column = 0; column < blocks.columns; column += 1) {
      const seenX = Math.floor((x / fine.factorX + (column + 0.5) * blockSide) * across)
      const seenY = Math.floor((y / fine.factorY + (row + 0.5) * blockSide) * down)
      if (!isBlank[seenY * overview.grid.width + seenX]) continue
      const end = Math.min(lit.width, (column + 1) * blockSide)
      for (let each = row * blockSide; each < Math.min(lit.height, (row + 1) * blockSide); each += 1)
        lit.light.fill(unknownLight, each * lit.width + column * blockSide, each * lit.width + end)
    }
  return lit
}

/** Puts the edges of the tiles before to each tile, so that seams between them are seen as well. */
export function joinTiles(width: number, height: number, lightOf: (size: number) => Int32Array) {
  const state = {
    /** For each row the last two columns of the tile to the left, and where it ended, plus 1: 0 is nowhere. */
    columns: new Float64Array(2 * height),
    columnsEnd: new Float64Array(height),
    /** For each column the last two rows of the tile above. */
    rows: new Float64Array(2 * width),
    rowsEnd: new Float64Array(width),
  }
  return {
    state,
    withNeighbours(tile: Light, left: number, top: number): LightTile {
      const x = Math.round(left)
      const y = Math.round(top)
      const own = { width: Math.min(tile.width, width - x), height: Math.min(tile.height, height - y) }
      const stride = own.width + 2
      const size = stride * (own.height + 2)
      const light = lightOf(size).fill(unknownLight, 0, 2 * stride)
      for (let row = 0; row < own.height; row += 1) {
        const start = row * tile.width
        const to = (row + 2) * stride
        light.set(tile.light.subarray(start, start + own.width), to + 2)
        const isKnown = state.columnsEnd[y + row] === x + 1
        light[to] = isKnown ? (state.columns[2 * (y + row)] as number) : unknownLight
        light[to + 1] = isKnown ? (state.columns[2 * (y + row) + 1] as number) : unknownLight
      }
      for (let column = 0; column < own.width; column += 1)
        if (state.rowsEnd[x + column] === y + 1) {
          light[column + 2] = state.rows[2 * (x + column)] as number
          light[stride + column + 2] = state.rows[2 * (x + column) + 1] as number
        }
      const lit = { width: stride, height: own.height + 2, light, x, y }
      keepEdges(state, lit)
      return lit
    },
  }
}

function keepEdges(
  state: ReturnType<typeof joinTiles>['state'],
  { width, height, light, x, y }: LightTile,
): void {
  for (let row = 2; row < height; row += 1) {
    const at = y + row - 2
    state.columns[2 * at] = light[row * width + width - 2] as number
    state.columns[2 * at + 1] = light[row * width + width - 1] as number
    state.columnsEnd[at] = x + width - 2 + 1
  }
  for (let column = 2; column < width; column += 1) {
    const at = x + column - 2
    state.rows[2 * at] = light[(height - 2) * width + column] as number
    state.rows[2 * at + 1] = light[(height - 1) * width + column] as number
    state.rowsEnd[at] = y + height - 2 + 1
  }
}
