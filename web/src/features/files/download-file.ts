import { type File, fileDownloadUrl, preparation } from '@cresyl/contract/files/files'
import { type Job, readJob } from '@cresyl/contract/operations/jobs'
import type { Api } from '../../lib/api/api.ts'
import { hasCode } from '../../lib/api/field-errors.ts'
import { words } from './words.ts'

export interface DownloadPage {
  call: Api['call']
  /** Has the browser download what lies there. */
  begin: (url: string, fileName: string) => void
  say: (sentence: string) => void
  pause: (milliseconds: number) => Promise<void>
}

const askAgainAfter = 2000
/** A copy that is outdated as soon as it is made is not waited for again and again. */
const mostCopies = 3

/** Downloads a file; where only a copy without label may be had, waits for it. Rejects with a sentence. */
export async function downloadFile(
  { id, name }: Pick<File, 'id' | 'name'>,
  page: DownloadPage,
): Promise<void> {
  for (let copies = 0; ; copies += 1) {
    const jobId = await tryDownload(id, name, page, copies < mostCopies)
    if (jobId === null) return
    if (copies === 0) page.say(words.download.preparing(name))
    const { state, message } = await endOf(jobId, page)
    if (state === 'cancelled') throw new Error(words.download.cancelled(name))
    if (state === 'failed') throw new Error(words.download.notMade(name, message))
  }
}

/** Null: it has begun. Otherwise the job that prepares what may be had. */
async function tryDownload(id: string, name: string, page: DownloadPage, mayWait: boolean) {
  try {
    const { url, file_name, deidentified } = await page.call(fileDownloadUrl, { params: { id } })
    page.begin(url, file_name)
    if (deidentified) page.say(words.download.started(name))
    return null
  } catch (error) {
    const current = hasCode(error, 'being_prepared') ? preparation.safeParse(error.current).data : undefined
    if (current === undefined || !mayWait) throw error
    return current.job_id
  }
}

async function endOf(jobId: string, { call, pause }: DownloadPage): Promise<Job> {
  for (;;) {
    const job = await call(readJob, { params: { id: jobId } })
    if (job.finished_at !== null) return job
    await pause(askAgainAfter)
  }
}
