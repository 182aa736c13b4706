import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type AssembledDetections,
  type AssembledImage,
  type ChunkStore,
  type Learned,
  packPreparation,
  type RunOptions,
  runPredictor,
  unpackPreparation,
} from '@cresyl/analysis'
import type { ChannelStats } from '@cresyl/contract/slides/images'
import { measureChannels, openSlide, type SlideImage } from '@cresyl/slides'
import { chunkName } from '../../domain/inference/chunk-objects.ts'
import type { RunGrid } from '../../domain/inference/stored-outputs.ts'
import { builtIn } from '../../domain/predictors/built-in.ts'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import { makeSidecar } from '../../platform/tiles/header-sidecar.ts'
import { type ImageLocation, openDescribed, openImage } from '../../platform/tiles/image-location.ts'
import { channelStatsOf } from '../ingest/channel-stats.ts'
import { explained, originOf } from '../ingest/explain-slide-error.ts'
import { explainNoRoom } from '../ingest/room.ts'

/** Runs in a process of its own: files are hostile until shown otherwise. */
export const run: SandboxRun<InferenceOrder, InferenceOutcome> = (order, { progress, keep, onNews }) =>
  explained(originOf(order.location.source), async () => {
    const { image, learn, close } = await openImage(order.location)
    onNews((newer) => learn(newer as ImageLocation))
    try {
      return await runOn(image, order, progress, keep)
    } catch (error) {
      throw explainNoRoom(dirname(order.folder), error)
    } finally {
      await close()
    }
  })

async function runOn(
  image: SlideImage,
  order: InferenceOrder,
  onProgress: (done: number, total: number) => void,
  keep: (kept: InferenceKept) => void,
): Promise<InferenceOutcome> {
  const { options, folder, provenance, preparation } = order
  const predictor = builtIn().get(order.predictor)?.predictor
  if (predictor === undefined) throw new Error(`There is no predictor ${order.predictor}`)
  const { plan, mpp, images, detections, scores, learned, computed, skipped } = await runPredictor(
    image,
    predictor,
    {
      ...options,
      folder,
      provenance,
      onProgress,
      store: storeIn(order, keep),
      preparation: preparation && unpackPreparation(preparation),
      onPrepared: (made) => keep({ kind: 'preparation', bytes: packPreparation(made) }),
    },
  )
  const { x, y, stepX, stepY, width, height } = plan
  return {
    grid: { x, y, stepX, stepY, width, height, mpp },
    images: await finishImages(images, order),
    detections: [...detections],
    scores: { ...scores },
    learned,
    computed,
    skipped,
  }
}

/** In the folder; each new one is handed to the worker, which stores it where any machine finds it. */
function storeIn({ folder, done }: InferenceOrder, keep: (kept: InferenceKept) => void): ChunkStore {
  const known = new Set(done)
  return {
    has: async (chunk) => known.has(chunk),
    put: async (chunk, bytes) => {
      await keepFile(folder, chunkName(chunk), bytes)
      keep({ kind: 'chunk', chunk })
    },
    get: (chunk) => readFile(join(folder, chunkName(chunk))),
  }
}

/** Never half of it under this name: whoever stores it may come at any moment. */
async function keepFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, name)
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}

async function finishImages(
  images: readonly AssembledImage[],
  { withHeaders }: InferenceOrder,
): Promise<MadeImage[]> {
  const made: MadeImage[] = []
  for (const image of images) {
    const header = withHeaders
      ? await makeSidecar(await openDescribed({ kind: 'file', path: image.path }))
      : null
    made.push({ ...image, header, stats: await statsOf(image.path) })
  }
  return made
}

/** Values of channels decide how they are shown at first; colours are shown as they are. */
async function statsOf(path: string): Promise<MadeImage['stats']> {
  const slide = await openSlide(path)
  try {
    const [image] = slide.images
    if (image?.samples !== 1) return []
    const measured = await measureChannels(image)
    return image.channels.map((_, index) =>
      channelStatsOf(measured.filter(({ channel }) => channel === index)),
    )
  } finally {
    await slide.close()
  }
}

/** What is handed to the process that runs a predictor. */
export interface InferenceOrder {
  location: ImageLocation
  predictor: string
  options: RunOptions
  /** Of an attempt before this one. */
  preparation: Uint8Array | undefined
  /** Chunks that lie in the folder already. */
  done: readonly number[]
  folder: string
  provenance: Record<string, string>
  /** Also gives what opening the written files reads, as objects of their own. */
  withHeaders: boolean
}

/** What is worth keeping, should it not come to its end: the names of files in the folder. */
export type InferenceKept = { kind: 'preparation'; bytes: Uint8Array } | { kind: 'chunk'; chunk: number }

export interface MadeImage extends AssembledImage {
  stats: ChannelStats[]
  header: Uint8Array | null
}

export interface InferenceOutcome {
  grid: RunGrid
  images: MadeImage[]
  detections: AssembledDetections[]
  scores: Record<string, number | null>
  learned: Learned
  computed: number
  skipped: number
}
