import { outputsOf } from '@cresyl/contract/predictors/predictor-manifest'
import type { Box } from '@cresyl/contract/slides/image-space'
import { createPartEncoder, type PartEncoder } from '@cresyl/slides'
import { type Canvas, cropCanvas, fadeCanvas } from './canvas.ts'
import type { ChunkResult, EncodedPixelTile, OutputThingTile } from './chunk-file.ts'
import { encodeChunkThings, placeThings } from './detections/chunk-things.ts'
import { levelsOfChunk, type PixelOutput, pixelOutputs, pyramidOf, samplesOf } from './output-pyramid.ts'
import type { FoundThings, Produced } from './predictor.ts'
import { createTileMemory, readInputTile, type TileMemory } from './read-tile.ts'
import type { Run } from './run.ts'
import { boxOfChunk, tilesOf } from './run-plan.ts'
import { hasTissue } from './tissue-mask.ts'

export interface ChunkOptions {
  readonly signal?: AbortSignal | undefined
  /** Told after each tile of the chunk, computed or not. */
  readonly onTile?: ((done: number, total: number) => void) | undefined
}

/** Computes a chunk of a run and encodes what came of it. Needs nothing of other chunks. */
export type ChunkComputer = (chunk: number, options?: ChunkOptions) => Promise<ChunkResult>

/** One chunk after another, never two at once: they share their memory. */
export async function createChunkComputer(run: Run): Promise<ChunkComputer> {
  const { manifest } = run.predictor
  const overlap = manifest.input.joining === 'cosine' ? Math.floor(manifest.input.halo / 2) : 0
  const layers: { canvas: Canvas; encoder: PartEncoder }[] = []
  for (const output of pixelOutputs(manifest)) {
    const canvas = overlap > 0 ? fadeCanvas(output, overlap) : cropCanvas(output)
    layers.push({ canvas, encoder: await encoderOf(run, output) })
  }
  const held = { canvases: layers.map(({ canvas }) => canvas), memory: createTileMemory(run) }
  return async (chunk, options = {}) => {
    const box = boxOfChunk(run.plan, chunk)
    const { things, ...rest } = await computeTiles(run, held, box, overlap, options)
    const pixels: EncodedPixelTile[] = []
    if (rest.computed > 0)
      for (const { canvas, encoder } of layers)
        pixels.push(...(await encodeCanvas(run, canvas, encoder, box, chunk)))
    return { ...rest, pixels, things: encodeThings(run, things, box) }
  }
}

async function computeTiles(
  run: Run,
  { canvases, memory }: { canvases: readonly Canvas[]; memory: TileMemory },
  box: Box,
  overlap: number,
  { signal, onTile }: ChunkOptions,
) {
  const { manifest } = run.predictor
  const things = new Map<string, FoundThings[]>()
  const tallies: Record<string, number> = {}
  const tiles = [...tilesAround(run, box, overlap)]
  let [computed, skipped] = [0, 0]
  for (const tile of tiles) {
    signal?.throwIfAborted()
    if (manifest.input.region === 'all' || hasTissue(run.mask, run.plan, tile)) {
      const grown = grow(tile, overlap)
      const input = await readInputTile(run, grown, run.plan.halo - overlap, signal, memory)
      const produced = run.compute(input)
      checkJoining(run, produced)
      for (const canvas of canvases) {
        if (computed === 0) canvas.begin(box)
        canvas.paste(grown, produced.pixels[canvas.output.key] ?? [])
      }
      for (const [key, found] of Object.entries(produced.things))
        things.set(key, [...(things.get(key) ?? []), placeThings(found, tile)])
      for (const [key, amount] of Object.entries(produced.tallies))
        tallies[key] = (tallies[key] ?? 0) + amount
      computed += 1
    } else skipped += 1
    onTile?.(computed + skipped, tiles.length)
  }
  return { things, tallies, computed, skipped }
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
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
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

/** Each plane is encoded as if it were the only one. */
function encoderOf({ plan }: Run, output: PixelOutput): Promise<PartEncoder> {
  const { channels: _, ...options } = pyramidOf(plan, output)
  return createPartEncoder(options)
}

async function encodeCanvas(
  { plan }: Run,
  { output, finish }: Canvas,
  encoder: PartEncoder,
  box: Box,
  chunk: number,
): Promise<EncodedPixelTile[]> {
  const tiles: EncodedPixelTile[] = []
  const samples = samplesOf(output)
  const place = { x: chunk % plan.columns, y: Math.floor(chunk / plan.columns), levels: levelsOfChunk(plan) }
  for (const [channel, data] of finish().entries()) {
    const pixels = { width: box.width, height: box.height, samples, pixelType: 'u8', data } as const
    for await (const tile of encoder.encode({ ...place, pixels }))
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
