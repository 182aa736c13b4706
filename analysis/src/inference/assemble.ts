import { join } from 'node:path'
import { outputsOf } from '@cresyl/contract/predictors/predictor-manifest'
import { createPyramid, type Level, type PyramidWriter } from '@cresyl/slides'
import type { ChunkResult } from './chunk-file.ts'
import { DetectionsWriter } from './detections/write-detections.ts'
import { pixelOutputs, pyramidOf } from './output-pyramid.ts'
import type { Tallies } from './predictor.ts'
import type { Run } from './run.ts'

export interface AssembledImage {
  readonly key: string
  readonly path: string
  readonly levels: readonly Level[]
  readonly bytes: number
}

export interface AssembledDetections {
  readonly key: string
  readonly path: string
  /** How many there are of each class, in the manifest's order. */
  readonly counts: readonly number[]
}

/** What came of a run, its files in a folder. */
export interface RunOutcome {
  readonly images: readonly AssembledImage[]
  readonly detections: readonly AssembledDetections[]
  readonly tallies: Tallies
  /** By the manifest's keys; null where there was nothing to tell it from. */
  readonly scores: Readonly<Record<string, number | null>>
  /** Tiles that were computed, and those without tissue that were not. */
  readonly computed: number
  readonly skipped: number
}

export interface AssembleOptions {
  /** In any order; those left out are background. */
  readonly chunks: AsyncIterable<ChunkResult>
  readonly folder: string
  /** Kept in the files. */
  readonly provenance: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly onChunk?: (() => void) | undefined
}

/** Makes one file of each output out of its chunks. Memory is bounded whatever their number. */
export async function assembleRun(run: Run, options: AssembleOptions): Promise<RunOutcome> {
  const { chunks, folder, provenance, signal, onChunk } = options
  const { plan, predictor, settings } = run
  const writers = new Map<string, { path: string; writer: PyramidWriter }>()
  const detections = new Map<string, { path: string; writer: DetectionsWriter }>()
  const tallies: Record<string, number> = {}
  let [computed, skipped] = [0, 0]
  try {
    for (const output of pixelOutputs(predictor.manifest)) {
      const path = join(folder, `${output.key}.ome.tiff`)
      const writer = await createPyramid(path, pyramidOf(plan, output, provenance), signal)
      writers.set(output.key, { path, writer })
    }
    for (const output of outputsOf(predictor.manifest, 'detections')) {
      const path = join(folder, `${output.key}.detections`)
      const shape = {
        width: plan.width,
        height: plan.height,
        classes: output.classes.map(({ key }) => key),
        measurements: output.measurements.map(({ key }) => key),
      }
      detections.set(output.key, { path, writer: await DetectionsWriter.create(path, shape) })
    }
    for await (const chunk of chunks) {
      signal?.throwIfAborted()
      for (const { output, channel, level, x, y, bytes: tile } of chunk.pixels)
        await writers.get(output)?.writer.writeEncodedTile(level, x, y, tile, { c: channel })
      for (const { output, ...tile } of chunk.things) await detections.get(output)?.writer.add(tile)
      for (const [key, amount] of Object.entries(chunk.tallies)) tallies[key] = (tallies[key] ?? 0) + amount
      computed += chunk.computed
      skipped += chunk.skipped
      onChunk?.()
    }
    const images: AssembledImage[] = []
    for (const [key, { path, writer }] of writers) {
      const { bytes } = await writer.finish()
      images.push({ key, path, bytes, levels: writer.levels.map((level) => ({ ...level })) })
    }
    const found: AssembledDetections[] = []
    for (const [key, { path, writer }] of detections)
      found.push({ key, path, counts: (await writer.finish()).counts })
    const scores = predictor.score(tallies, settings)
    return { images, detections: found, tallies, scores, computed, skipped }
  } catch (error) {
    for (const { writer } of writers.values()) await writer.abort()
    for (const { writer } of detections.values()) await writer.abort()
    throw error
  }
}
