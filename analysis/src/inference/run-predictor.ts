import type { SlideImage } from '@cresyl/slides'
import { assembleRun, type RunOutcome } from './assemble.ts'
import { type ChunkResult, decodeChunk, encodeChunk } from './chunk-file.ts'
import { type ChunkOptions, createChunkComputer } from './compute-chunk.ts'
import type { Learned, Predictor } from './predictor.ts'
import { chunksOf, openRun, type Preparation, prepareRun, type RunOptions } from './run.ts'
import type { RunPlan } from './run-plan.ts'

/** Where chunks wait to be put together, and what is there already after a crash, damaged or not. */
export interface ChunkStore {
  has(chunk: number): Promise<boolean>
  put(chunk: number, bytes: Uint8Array): Promise<void>
  get(chunk: number): Promise<Uint8Array>
}

export interface PredictOptions extends RunOptions {
  readonly store: ChunkStore
  readonly folder: string
  readonly provenance: Readonly<Record<string, string>>
  /** Of an attempt before this one; the slide is looked at where left out. */
  readonly preparation?: Preparation | undefined
  readonly onPrepared?: ((preparation: Preparation) => void | Promise<void>) | undefined
  /** Told now and then; never goes back. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** What came of it, on which grid, and what was learned before. */
export interface PredictedRun extends RunOutcome {
  readonly plan: RunPlan
  /** µm of the pixels that were computed. */
  readonly mpp: number
  readonly learned: Learned
}

/** Of the whole: looking at the slide, computing, and putting together. */
const shares = { prepared: 20, computed: 930, assembled: 1000 }

/** Runs a predictor on an image, chunk by chunk. Of what the store has already only what is damaged is computed again. */
export async function runPredictor(
  image: SlideImage,
  predictor: Predictor,
  options: PredictOptions,
): Promise<PredictedRun> {
  const { store, signal, folder, provenance } = options
  const tell = (done: number) => options.onProgress?.(Math.floor(done), shares.assembled)
  signal?.throwIfAborted()
  const preparation = options.preparation ?? (await prepareRun(image, predictor, options, signal))
  if (!options.preparation) await options.onPrepared?.(preparation)
  tell(shares.prepared)
  const run = openRun(image, predictor, options, preparation)
  const chunks = chunksOf(run)
  const computeChunk = await createChunkComputer(run)
  const make = async (chunk: number, onTile?: ChunkOptions['onTile']) => {
    const made = await computeChunk(chunk, { signal, onTile })
    await store.put(chunk, encodeChunk(made))
    return made
  }
  const share = (shares.computed - shares.prepared) / Math.max(1, chunks.length)
  for (const [index, chunk] of chunks.entries()) {
    signal?.throwIfAborted()
    const begun = shares.prepared + index * share
    if (!(await store.has(chunk))) await make(chunk, (done, total) => tell(begun + (share * done) / total))
    tell(begun + share)
  }
  let assembled = 0
  const outcome = await assembleRun(run, {
    folder,
    provenance,
    signal,
    chunks: readAll(store, chunks, make),
    onChunk: () => {
      assembled += 1
      tell(shares.computed + ((shares.assembled - shares.computed - 1) * assembled) / chunks.length)
    },
  })
  tell(shares.assembled)
  const { plan, settings, learned } = run
  return { ...outcome, plan, mpp: settings.mpp, learned }
}

async function* readAll(
  store: ChunkStore,
  chunks: readonly number[],
  make: (chunk: number) => Promise<ChunkResult>,
): AsyncGenerator<ChunkResult> {
  for (const chunk of chunks) yield decodeChunk(await store.get(chunk)) ?? (await make(chunk))
}
