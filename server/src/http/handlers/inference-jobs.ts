import { densityCells, thingTileSide } from '@cresyl/analysis'
import { countOverTime } from '../../domain/analytics/count-over-time.ts'
import { counted } from '../../domain/analytics/counted.ts'
import { createInferenceJob } from '../../domain/inference/create-inference-job.ts'
import { estimateRun } from '../../domain/inference/estimate-run.ts'
import { locateChunks } from '../../domain/inference/locate-chunks.ts'
import { locateDetections } from '../../domain/inference/locate-detections.ts'
import {
  listInferenceJobs,
  readInferenceJob,
  readRunChunks,
} from '../../domain/inference/read-inference-jobs.ts'
import { updateInferenceJob } from '../../domain/inference/update-inference-job.ts'
import { countDownload } from '../../domain/result-files/count-download.ts'
import { findImageDownload } from '../../domain/result-files/download-image.ts'
import { findResultText } from '../../domain/result-files/find-result-text.ts'
import { createInferenceBatch } from '../../domain/slide-batches/create-inference-batch.ts'
import { openStoredDetections } from '../../platform/storage/stored-detections.ts'
import { downloadAddress } from '../files/download-address.ts'
import { resultAddress } from '../files/result-files.ts'
import type { Handlers } from '../handler.ts'

export const inferenceJobHandlers = {
  listInferenceJobs: async (call) =>
    call.page(await call.read((work) => listInferenceJobs(work, call.query))),

  readInferenceJob: (call) => call.read((work) => readInferenceJob(work, call.params.id)),

  createInferenceJob: (call) => call.write((work) => createInferenceJob(work, call.body)),

  updateInferenceJob: (call) => call.write((work) => updateInferenceJob(work, call.params.id, call.body)),

  createInferenceBatch: (call) => call.write((work) => createInferenceBatch(work, call.body)),

  estimateRun: (call) => call.read((work) => estimateRun(work, call.query)),

  readDetections: async (call, { storage }) => {
    const located = await call.read((work) => locateDetections(work, call.params.id, call.query.key))
    const { classes, measurements, counts, levels } = await openStoredDetections(storage, located)
    return {
      space: located.space,
      classes: [...classes],
      measurements: [...measurements],
      counts: [...counts],
      tile_side: thingTileSide,
      density_cells: densityCells,
      levels: levels.length,
    }
  },

  readRunChunks: async (call, { storage }) =>
    readRunChunks(storage, await call.read((work) => locateChunks(work, call.params.id))),

  inferenceDownloadUrl: async (call, context) => {
    const { id } = call.params
    const { key, format } = call.query
    if (format !== 'ome_tiff') {
      const { fileName, imageId, size } = await call.read(({ tx }) => findResultText(tx, id, { key, format }))
      await call.write((work) => countDownload(work, { id, imageId, format, bytes: size }))
      const url = resultAddress(context, call.member, { id, key, format })
      return { url, file_name: fileName, size: null }
    }
    const { storage } = context
    const found = await call.read((work) => findImageDownload(work, id, key ?? ''))
    const { key: object, fileName: file_name, imageId } = found
    const handedOut = { as: 'result', id, part: key ?? '' } as const
    // Nothing is held while storage is asked.
    const size = (await storage.stat(object))?.size ?? 0
    await call.write((work) => countDownload(work, { id, imageId, format, bytes: size }))
    return { url: await downloadAddress(context, call.member, found, handedOut), file_name, size }
  },

  inferenceOverTime: (call) =>
    call.read((work) => countOverTime(work, counted.inference[call.query.measure], call.query)),

  inferenceDownloads: (call) =>
    call.read((work) => countOverTime(work, counted.inferenceDownloads[call.query.measure], call.query)),
} satisfies Partial<Handlers>
