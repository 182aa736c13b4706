import type { Box } from '@cresyl/contract/slides/image-space'
import type { Level, SlideError, SlideImage } from '@cresyl/slides'
import { lookAtOverview } from '../overview/first-look.ts'
import { storedPixels } from '../overview/pixels.ts'
import { allTiles, boxOfTile, countTiles, readOverview } from '../overview/read-overview.ts'
import { readTiles, type TileAddress } from '../overview/read-tiles.ts'
import { identityOf, type QcCheckpoint, restoreCheckpoint, saveCheckpoint } from './checkpoint.ts'
import { createFineTiles, tissueInTile } from './fine-tile.ts'
import type { Accumulator, Check } from './measure.ts'
import { brightfieldMeasures, fluorescenceMeasures } from './measures.ts'
import { planCheck } from './plan.ts'
import { assembleFinding } from './result/assemble.ts'
import type { QcFinding } from './result/finding.ts'

/** Rises whenever the same bytes may give other numbers than before. */
export const qcVersion = 6

/** Per cent of a tile that must be tissue for it to be read. */
const leastTissue = 3
/** The same for tiles of full resolution, which are samples: the fullest there are. */
const leastTissueFull = [95, 70, 40]

/** Tiles between two checkpoints: some seconds. */
const checkpointTiles = 2000

/** The share of tissue that is expected before anybody has looked, to tell how far it has come. */
const expectedTissue = 0.4
/** What `onProgress` gets as its total. */
const wholeProgress = 1000

export interface QcOptions {
  /** Plane of the focus stack and point of time; the first where left out. */
  readonly z?: number
  readonly t?: number
  readonly signal?: AbortSignal
  /** Told now and then; never goes back. */
  readonly onProgress?: (done: number, total: number) => void
  /** What `onCheckpoint` got last: the check goes on from there. One of another image or version is ignored. */
  readonly checkpoint?: QcCheckpoint | undefined
  readonly onCheckpoint?: (checkpoint: QcCheckpoint) => void | Promise<void>
  /** How many tiles are read between two checkpoints; 2000 where left out. */
  readonly checkpointTiles?: number
}

/**
 * Finds out how good a scan is. First the whole image is looked at with about 8 µm a pixel, then tissue with about 1 µm,
 * then some tiles of full resolution. Each stored tile is decoded once for each of these; memory is bounded whatever
 * the size. The same bytes give the same finding, resumed or not.
 */
export async function checkQuality(image: SlideImage, options: QcOptions = {}): Promise<QcFinding> {
  const { z = 0, t = 0, signal, onProgress, onCheckpoint } = options
  signal?.throwIfAborted()
  const plan = planCheck(image, z, t)
  const fineLevel = image.levels[plan.fine.level] as Level
  const overviewTiles = countTiles(image.levels[plan.overview.level] as Level)
  const firstShare = overviewTiles / (overviewTiles + expectedTissue * countTiles(fineLevel))
  const tell = (share: number) => onProgress?.(Math.floor(wholeProgress * share), wholeProgress)

  const missing: Box[] = []
  let unread: SlideError | undefined
  let done = 0
  const raw = await readOverview(image, plan, {
    signal,
    onTile: () => tell((firstShare * ++done) / overviewTiles),
    onMissing: (box, error) => {
      missing.push(box)
      if (error?.code === 'unsupported') unread = error
    },
  })
  // All of it is in a form that isn't read: that says nothing about the scan.
  if (unread && missing.length === overviewTiles) throw unread
  const check: Check = { plan, ...lookAtOverview(image, plan, raw) }
  const accumulators = beginMeasures(check)
  const working = Object.values(accumulators)
  const addMissing = (box: Box) => {
    for (const each of working) each.addMissing?.(box)
  }
  missing.forEach(addMissing)

  const identity = identityOf(image, qcVersion, z, t)
  let next = restoreCheckpoint(identity, options.checkpoint, accumulators)
  const between = options.checkpointTiles ?? checkpointTiles
  const planes = image.channels.map((_, c) => ({ c, z, t }))
  const chosenTiles = tissueTiles(image, check, plan.fine.level, [leastTissue])
  const total = chosenTiles.length
  const fineTile = createFineTiles(image, check)
  const rest = chosenTiles.slice(next)
  for await (const { planes: tiles, ...address } of readTiles(image, plan.fine.level, rest, planes, signal)) {
    if (tiles) {
      const tile = fineTile(address, tiles)
      for (const each of working) each.add?.(tile)
    } else addMissing(boxOfTile(image, fineLevel, address))
    next += 1
    tell(firstShare + ((0.99 - firstShare) * next) / total)
    if (onCheckpoint && next % between === 0) await onCheckpoint(saveCheckpoint(identity, next, accumulators))
  }

  if (working.some((each) => each.addFull)) {
    const chosen = chooseFullTiles(image, check)
    for await (const { planes: tiles, ...address } of readTiles(image, 0, chosen, planes, signal)) {
      if (!tiles) continue
      const { width = 0, height = 0 } = tiles[0] ?? {}
      const stored = storedPixels(image, check.modality, tiles)
      for (const each of working) each.addFull?.({ ...address, width, height, stored })
    }
  }
  signal?.throwIfAborted()
  const finding = assembleFinding(qcVersion, check, accumulators)
  tell(1)
  return finding
}

function beginMeasures(check: Check): Record<string, Accumulator> {
  return check.modality === 'brightfield'
    ? mapValues(brightfieldMeasures, (measure) => measure(check))
    : mapValues(fluorescenceMeasures, (measure) => measure(check))
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/**
 * The tiles of a level, row by row as files store them, with at least so many per cent of tissue: the first of these
 * shares that any tile has.
 */
function tissueTiles(
  image: SlideImage,
  { plan, tissue, tissuePixels }: Check,
  level: number,
  shares: readonly number[],
): TileAddress[] {
  const found = image.levels[level]
  if (!found || tissuePixels === 0) return []
  const ofShare = shares.map((): TileAddress[] => [])
  for (const address of allTiles(found)) {
    const share = tissueInTile(plan, tissue.data, boxOfTile(image, found, address))
    shares.forEach((least, index) => {
      if (share >= least) ofShare[index]?.push(address)
    })
  }
  return ofShare.find(({ length }) => length > 0) ?? []
}

/** Tiles of full resolution in one place, at most: more would leave too few places. */
const mostTogether = 4

/**
 * Some tiles of full resolution, spread evenly over those that are full of tissue. Where the file stores larger blocks
 * than tiles, several are taken from each block: it is decoded as a whole for one as for all of them.
 */
function chooseFullTiles(image: SlideImage, check: Check): TileAddress[] {
  const { tileWidth, tileHeight, stored } = image.levels[0] as Level
  const [across, down] = stored ? [stored.width / tileWidth, stored.height / tileHeight] : [1, 1]
  const blocks = Map.groupBy(
    tissueTiles(image, check, 0, leastTissueFull),
    ({ column, row }) => `${Math.floor(column / across)},${Math.floor(row / down)}`,
  )
  const all = [...blocks.values()]
  const together = Math.max(1, Math.min(mostTogether, Math.floor(across * down)))
  const wanted = Math.min(all.length, Math.ceil(check.plan.fullTiles / together))
  return Array.from(
    { length: wanted },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / wanted)] as TileAddress[],
  )
    .flatMap((tiles) => tiles.slice(0, together))
    .slice(0, check.plan.fullTiles)
}
