import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { countOverTime } from '../../domain/analytics/count-over-time.ts'
import { counted } from '../../domain/analytics/counted.ts'
import { createQcJob } from '../../domain/qc/create-qc-job.ts'
import { overrideQcJob } from '../../domain/qc/override-qc-job.ts'
import { previewThresholds } from '../../domain/qc/preview-thresholds.ts'
import { listQcJobs, locateOutlines, noOutlines, readQcJob } from '../../domain/qc/read-qc-jobs.ts'
import { createQcBatch } from '../../domain/slide-batches/create-qc-batch.ts'
import type { Handlers } from '../handler.ts'

export const qcJobHandlers = {
  listQcJobs: async (call) => call.page(await call.read((work) => listQcJobs(work, call.query))),

  createQcJob: (call) => call.write((work) => createQcJob(work, call.body)),

  createQcBatch: (call) => call.write((work) => createQcBatch(work, call.body)),

  previewQcThresholds: (call) => call.read((work) => previewThresholds(work, call.body)),

  qcResults: (call) =>
    call.read((work) => countOverTime(work, counted.qcResults[call.query.measure], call.query)),

  qcStatesOverTime: (call) =>
    call.read((work) => countOverTime(work, counted.qcStates[call.query.measure], call.query)),

  readQcJob: (call) => call.read((work) => readQcJob(work, call.params.id)),

  updateQcJob: (call) => call.write((work) => overrideQcJob(work, call.params.id, call.body)),

  readQcOutlines: async (call, { storage }) => {
    const key = await call.read((work) => locateOutlines(work, call.params.id, call.query.key))
    if (key === undefined) return noOutlines
    const { body } = await storage.get(key)
    return JSON.parse(await text(body.pipe(createGunzip())))
  },
} satisfies Partial<Handlers>
