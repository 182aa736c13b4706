import type { Download } from '@cresyl/contract/downloads'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countDownloads, type DownloadQuery, selectDownloads } from './queries.ts'

export async function listDownloads({ tx }: Work, query: DownloadQuery): Promise<Rows<Download>> {
  const found = await selectDownloads(tx, query)
  const results = found.map(({ download, name, slideId, author }) => ({
    ...{ id: download.id, kind: download.kind, name, slide_id: slideId },
    ...{ file_id: download.fileId, image_id: download.imageId, inference_job_id: download.inferenceJobId },
    ...{ bytes: download.bytes, deidentified: download.deidentified, created_by: author },
    created_at: download.createdAt.toISOString(),
  }))
  return { count: await countDownloads(tx, query), results }
}
