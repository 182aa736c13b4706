import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import pino from 'pino'
import { parseConfig } from '../../../platform/config/config.ts'
import { openContext } from '../../../platform/open-context.ts'
import type { JobHandler } from '../../../platform/queue/job-handler.ts'
import { startWorker } from '../../../platform/queue/worker.ts'
import { onSettled } from '../../index.ts'
import { ingest } from '../ingest.ts'

/**
 * A worker process of its own that tells its parent which stage a job has come to:
 * node test-ingest-worker.ts <database URL> <folder> <server id>
 */
const [databaseUrl = '', folder = '', id = ''] = process.argv.slice(2)
const config = parseConfig(
  { CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: databaseUrl },
  folder,
)
const { context } = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })

const telling: JobHandler<{ file_id: string }> = (job, given) =>
  ingest(
    {
      ...job,
      stage: (name) => {
        job.stage(name)
        process.send?.(name)
      },
    },
    given,
  )

await startWorker(context, {
  definitions: { ingest: jobDefinitions.ingest },
  handlers: { ingest: telling },
  onSettled,
  timings: { beat: 100, poll: 100, firstRetry: 50, longestRetry: 100 },
  server: { id, name: 'a process', roles: ['worker'], labels: [], version: '1', slots: 1 },
})
process.on('disconnect', () => process.exit(1))
