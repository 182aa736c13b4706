import type { Box } from '@cresyl/contract/image-space'
import { outputsOf } from '@cresyl/contract/predictor-manifest'
import { encodePart } from '@cresyl/slides'
import { type Canvas, cropCanvas, fadeCanvas } from './canvas.ts'
import type { ChunkResult, EncodedPixelTile, OutputThingTile } from './chunk-file.ts'
import { encodeChunkThings, placeThings } from './detections/chunk-things.ts'
import { levelsOfChunk, pixelOutputs, pyramidOf, samplesOf } from './output-pyramid.ts'
import type { FoundThings, Produced } from './predictor.ts'
import { readInputTile } from './read-tile.ts'
import type { Run } from './run.ts'
import { boxOfChunk, tilesOf } from './run-plan.ts'
import { hasTissue } from './tissue-mask.ts'

export interface ChunkOptions {
  readonly signal?: AbortSignal | undefined
  /** Told after each tile of the chunk, computed or not. */
  readonly onTile?: ((done: number, total: number) => void) | undefined
}

/** Computes a chunk of a run and encodes what came of it. Needs nothing of other chunks. */
export async function computeChunk(
  run: Run,
  chunk: number,
  options: ChunkOptions = {},
): Promise<ChunkResult> {
  const box = boxOfChunk(run.plan, chunk)
  const { canvases, things, ...rest } = await computeTiles(run, box, options)
  const pixels: EncodedPixelTile[] = []
  for (const canvas of canvases) pixels.push(...(await encodeCanvas(run, canvas, box, chunk)))
  return { ...rest, pixels, things: encodeThings(run, things, box) }
}

async function computeTiles(run: Run, box: Box, { signal, onTile }: ChunkOptions) {
  const { manifest } = run.predictor
  const overlap = manifest.input.joining === 'cosine' ? Math.floor(manifest.input.halo / 2) : 0
  let canvases: Canvas[] = []
  const things = new Map<string, FoundThings[]>()
  const tallies: Record<string, number> = {}
  const tiles = [...tilesAround(run, box, overlap)]
  let [computed, skipped] = [0, 0]
  for (const tile of tiles) {
    signal?.throwIfAborted()
    if (manifest.input.region === 'all' || hasTissue(run.mask, run.plan, tile)) {
      const grown = grow(tile, overlap)
      const produced = run.compute(await readInputTile(run, grown, run.plan.halo - overlap, signal))
      checkJoining(run, produced)
      if (canvases.length === 0) canvases = createCanvases(run, box, overlap)
      for (const canvas of canvases) canvas.paste(grown, produced.pixels[canvas.output.key] ?? [])
      for (const [key, found] of Object.entries(produced.things))
        things.set(key, [...(things.get(key) ?? []), placeThings(found, tile)])
      for (const [key, amount] of Object.entries(produced.tallies))
        tallies[key] = (tallies[key] ?? 0) + amount
      computed += 1
    } else skipped += 1
    onTile?.(computed + skipped, tiles.length)
  }
  return { canvases, things, tallies, computed, skipped }
}

/** Those of the chunk; where tiles overlap, also those of its neighbours that reach into it. */
function* tilesAround({ plan }: Run, box: Box, overlap: number): Generator<Box> {
  if (overlap === 0) {
    yield* tilesOf(plan, box)
    return
  }
  const left = Math.max(0, box.x - plan.tile)
  const top = Math.max(0, box.y - plan.tile)
  const right = Math.min(plan.width, box.x + box.width + plan.tile)
  const bottom = Math.min(plan.height, box.y + box.height + plan.tile)
  const around = { x: left, y: top, width: right - left, height: bottom - top }
  for (const tile of tilesOf(plan, around)) if (meets(grow(tile, overlap), box)) yield tile
}

const grow = ({ x, y, width, height }: Box, by: number): Box => ({
  ...{ x: x - by, y: y - by },
  ...{ width: width + 2 * by, height: height + 2 * by },
})

const meets = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Where tiles overlap, what is counted in them would be counted twice. */
function checkJoining({ predictor: { manifest } }: Run, { things, tallies }: Produced): void {
  if (manifest.input.joining === 'crop') return
  if (Object.keys(things).length === 0 && Object.keys(tallies).length === 0) return
  throw new TypeError(`${manifest.id} counts in tiles that overlap`)
}

function createCanvases({ predictor: { manifest } }: Run, box: Box, overlap: number): Canvas[] {
  return pixelOutputs(manifest).map((output) =>
    overlap > 0 ? fadeCanvas(output, box, overlap) : cropCanvas(output, box),
  )
}

async function encodeCanvas(run: Run, { output, finish }: Canvas, box: Box, chunk: number) {
  const { plan } = run
  const tiles: EncodedPixelTile[] = []
  const samples = samplesOf(output)
  // Each plane is encoded as if it were the only one.
  const { channels: _, ...options } = pyramidOf(plan, output)
  const place = { x: chunk % plan.columns, y: Math.floor(chunk / plan.columns), levels: levelsOfChunk(plan) }
  for (const [channel, data] of finish().entries()) {
    const pixels = { width: box.width, height: box.height, samples, pixelType: 'u8', data } as const
    for await (const tile of encodePart(options, { ...place, pixels }))
      tiles.push({ output: output.key, channel, ...tile })
  }
  return tiles
}

function encodeThings(
  { predictor: { manifest } }: Run,
  things: ReadonlyMap<string, readonly FoundThings[]>,
  box: Box,
): OutputThingTile[] {
  return outputsOf(manifest, 'detections').flatMap(({ key: output, classes }) =>
    encodeChunkThings(things.get(output) ?? [], classes.length, box).map((tile) => ({ output, ...tile })),
  )
}
