import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  assembleRun,
  chunksOf,
  computeChunk,
  encodeChunk,
  openRun,
  packPreparation,
  prepareRun,
  unpackPreparation,
} from '@cresyl/analysis'
import { measureChannels, openSlide, type SlideImage } from '@cresyl/slides'
import { builtIn } from '../domain/predictors/built-in.ts'
import type { SandboxRun } from '../platform/processes/sandbox.ts'
import { makeSidecar } from '../platform/tiles/header-sidecar.ts'
import { type ImageLocation, openDescribed, openImage } from '../platform/tiles/image-location.ts'
import {
  chunkName,
  type InferenceKept,
  type InferenceOrder,
  type InferenceOutcome,
  type MadeImage,
} from './inference-order.ts'
import { channelStatsOf } from './ingest/channel-stats.ts'
import { explained, originOf } from './ingest/explain-slide-error.ts'

/** Shares of the whole, in thousandths: looking at the slide, computing, and putting together. */
const shares = { prepared: 20, computed: 930, whole: 1000 }

/** Runs in a process of its own: files are hostile until shown otherwise. */
export const run: SandboxRun<InferenceOrder, InferenceOutcome> = (order, { progress, keep, onNews }) =>
  explained(originOf(order.location.source), async () => {
    const { image, learn, close } = await openImage(order.location)
    onNews((newer) => learn(newer as ImageLocation))
    try {
      const tell = (done: number) => progress(Math.floor(done), shares.whole)
      return await runOn(image, order, tell, keep)
    } finally {
      await close()
    }
  })

async function runOn(
  image: SlideImage,
  order: InferenceOrder,
  tell: (done: number) => void,
  keep: (kept: InferenceKept) => void,
): Promise<InferenceOutcome> {
  const { options, folder, provenance } = order
  const predictor = builtIn().get(order.predictor)?.predictor
  if (predictor === undefined) throw new Error(`There is no predictor ${order.predictor}`)
  const preparation = order.preparation
    ? unpackPreparation(order.preparation)
    : await prepareRun(image, predictor, options)
  if (!order.preparation) keep({ kind: 'preparation', bytes: packPreparation(preparation) })
  tell(shares.prepared)
  const opened = openRun(image, predictor, options, preparation)
  const chunks = chunksOf(opened)
  const done = new Set(order.done)
  const share = (shares.computed - shares.prepared) / Math.max(1, chunks.length)
  for (const [index, chunk] of chunks.entries()) {
    const begun = shares.prepared + index * share
    if (!done.has(chunk)) {
      const onTile = (tiles: number, total: number) => tell(begun + (share * tiles) / total)
      await keepFile(folder, chunkName(chunk), encodeChunk(await computeChunk(opened, chunk, { onTile })))
      keep({ kind: 'chunk', chunk })
    }
    tell(begun + share)
  }
  let assembled = 0
  const outcome = await assembleRun(opened, {
    ...{ folder, provenance, chunks: readChunks(folder, chunks) },
    onChunk: () => {
      assembled += 1
      tell(shares.computed + ((shares.whole - shares.computed - 1) * assembled) / chunks.length)
    },
  })
  const { plan, settings } = opened
  const { x, y, stepX, stepY, width, height } = plan
  return {
    grid: { x, y, stepX, stepY, width, height, mpp: settings.mpp },
    images: await finishImages(outcome.images, order),
    detections: [...outcome.detections],
    scores: { ...outcome.scores },
    ...{ learned: preparation.learned, computed: outcome.computed, skipped: outcome.skipped },
  }
}

/** Never half of it under this name: whoever stores it may come at any moment. */
async function keepFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, name)
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}

async function* readChunks(folder: string, chunks: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await readFile(join(folder, chunkName(chunk)))
}

async function finishImages(
  images: Awaited<ReturnType<typeof assembleRun>>['images'],
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
