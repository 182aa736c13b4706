import { levelOf, type TileGrid, type TilePlace, tileEdges, tilesWithin } from './tile-grid.ts'

/** Something to draw: a tile that is there. */
export interface CoverTile<Content> {
  readonly place: TilePlace
  readonly content: Content
}

/** What a place has to show: itself, something in its stead that covers it, a part of it, or nothing. */
export type Covered = 'itself' | 'instead' | 'partly' | 'nothing'

export interface Cover<Content> {
  /** Front to back: what comes first hides what comes later. */
  readonly tiles: readonly CoverTile<Content>[]
  /** As the places that were asked for. */
  readonly covered: readonly Covered[]
}

export interface Kept<Content> {
  current(place: TilePlace): Content | undefined
  /** What was shown there before: another focus plane, say. It stays until what follows it is there. */
  earlier(place: TilePlace): Content | undefined
}

/** Looking for more than so many finer tiles under one that is missing takes longer than it is worth. */
const mostFiner = 64

/**
 * What to draw where not all tiles of a level are there: what they showed before, finer tiles from before zooming out,
 * coarser ones from before zooming in.
 */
export function coverPlaces<Content>(
  grid: TileGrid,
  places: readonly TilePlace[],
  kept: Kept<Content>,
): Cover<Content> {
  const tiles: CoverTile<Content>[] = []
  const behind = new Map<string, CoverTile<Content>>()
  const covered = places.map((place): Covered => {
    const content = kept.current(place)
    if (content !== undefined) {
      tiles.push({ place, content })
      return 'itself'
    }
    return coverInstead(grid, place, kept, behind)
  })
  // Finer before coarser; where both are kept, the finer one is the sharper.
  const others = [...behind.values()].sort((one, other) => rankOf(grid, one) - rankOf(grid, other))
  return { tiles: [...tiles, ...others], covered }
}

const rankOf = <Content>(grid: TileGrid, { place }: CoverTile<Content>) => levelOf(grid, place.level).scale.x

function coverInstead<Content>(
  grid: TileGrid,
  missing: TilePlace,
  kept: Kept<Content>,
  behind: Map<string, CoverTile<Content>>,
): Covered {
  const edges = tileEdges(grid, missing)
  const find = (place: TilePlace) => kept.current(place) ?? kept.earlier(place)
  const take = (level: number): Covered => {
    const there = level === missing.level ? [missing] : tilesWithin(grid, level, edges)
    let count = 0
    for (const place of there) {
      const content = find(place)
      if (content === undefined) continue
      count += 1
      behind.set(`${place.level}/${place.x}/${place.y}`, { place, content })
    }
    return count === 0 ? 'nothing' : count === there.length ? 'instead' : 'partly'
  }

  let result = take(missing.level)
  for (const level of finerLevels(grid, missing)) {
    if (result === 'instead') return result
    result = better(result, take(level))
  }
  for (const level of coarserLevels(grid, missing)) {
    if (result === 'instead') return result
    result = better(result, take(level))
  }
  return result
}

const better = (one: Covered, other: Covered): Covered => (other === 'nothing' ? one : other)

/** Nearest first. */
function finerLevels(grid: TileGrid, { level }: TilePlace): number[] {
  const { scale, tileWidth, tileHeight } = levelOf(grid, level)
  const area = scale.x * scale.y * tileWidth * tileHeight
  return grid.levels
    .map((finer, index) => ({ finer, index }))
    .filter(({ finer }) => finer.scale.x < scale.x)
    .filter(
      ({ finer }) => area / (finer.scale.x * finer.scale.y * finer.tileWidth * finer.tileHeight) <= mostFiner,
    )
    .sort((one, other) => other.finer.scale.x - one.finer.scale.x)
    .map(({ index }) => index)
}

/** Nearest first. */
function coarserLevels(grid: TileGrid, { level }: TilePlace): number[] {
  const { scale } = levelOf(grid, level)
  return grid.levels
    .map((coarser, index) => ({ coarser, index }))
    .filter(({ coarser }) => coarser.scale.x > scale.x)
    .sort((one, other) => one.coarser.scale.x - other.coarser.scale.x)
    .map(({ index }) => index)
}
