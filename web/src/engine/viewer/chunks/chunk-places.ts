import type { RunChunks } from '@cresyl/contract/predictors/inference-outputs'
import { type Edges, levelOf, type TileGrid, type TilePlace } from '../tiles/tile-grid.ts'

/** How far a run is, and how its outputs are cut. */
export type ChunkState = Pick<RunChunks, 'side' | 'columns' | 'chunk_levels' | 'finished'>

/** A tile that is there to be had, and how many times smaller than it is stored it is enough. */
export interface ChunkPlace {
  readonly place: TilePlace
  readonly shrink: number
}

/** The chunk that a tile of one of the first levels belongs to: each level has half as many tiles to a chunk. */
function chunkOf(grid: TileGrid, { side, columns }: ChunkState, { level, x, y }: TilePlace): number {
  const tiles = side / levelOf(grid, level).tileWidth / 2 ** level
  return Math.floor(y / tiles) * columns + Math.floor(x / tiles)
}

/** The tiles of a finer level that one of a coarser level is made of. */
function finerTiles(grid: TileGrid, level: number, { level: coarser, x, y }: TilePlace): TilePlace[] {
  const { columns, rows } = levelOf(grid, level)
  const tiles = 2 ** (coarser - level)
  const places: TilePlace[] = []
  for (let down = y * tiles; down < Math.min(rows, (y + 1) * tiles); down++)
    for (let along = x * tiles; along < Math.min(columns, (x + 1) * tiles); along++)
      places.push({ level, x: along, y: down })
  return places
}

/**
 * Which tiles can be had for those that are wanted while a run goes on: only of chunks that are done, and of the levels
 * that a chunk has by itself. From farther away the coarsest of these is taken, smaller, so that a slide of hundreds of
 * chunks takes no more room than a screen.
 */
export function placesThere(
  grid: TileGrid,
  state: ChunkState,
  wanted: readonly TilePlace[],
): readonly ChunkPlace[] {
  const done = new Set(state.finished)
  const isThere = (place: TilePlace) => done.has(chunkOf(grid, state, place))
  const coarsest = state.chunk_levels - 1
  return wanted.flatMap((place): ChunkPlace[] => {
    if (place.level <= coarsest) return isThere(place) ? [{ place, shrink: 1 }] : []
    const shrink = 2 ** (place.level - coarsest)
    return finerTiles(grid, coarsest, place)
      .filter(isThere)
      .map((each) => ({ place: each, shrink }))
  })
}

/** Where the chunks that are done lie, in pixels of the outputs. */
export function edgesOfFinished(
  { width, height }: Pick<TileGrid, 'width' | 'height'>,
  { side, columns, finished }: ChunkState,
): Edges[] {
  return finished.map((chunk) => {
    const [left, top] = [(chunk % columns) * side, Math.floor(chunk / columns) * side]
    return { left, top, right: Math.min(left + side, width), bottom: Math.min(top + side, height) }
  })
}
