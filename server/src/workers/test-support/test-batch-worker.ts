import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import pino from 'pino'
import { parseConfig } from '../../platform/config/config.ts'
import { openContext } from '../../platform/open-context.ts'
import { startWorker } from '../../platform/queue/worker.ts'
import { editSomeSlides } from '../edit-some-slides.ts'
import { onSettled } from '../index.ts'

/** A worker process of its own that changes slides: node test-batch-worker.ts <database URL> <folder> <server id>. */
const [databaseUrl = '', folder = '', id = ''] = process.argv.slice(2)
const config = parseConfig(
  { CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: databaseUrl },
  folder,
)
const { context } = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })
await startWorker(context, {
  definitions: jobDefinitions,
  handlers: { edit_some_slides: editSomeSlides },
  onSettled,
  timings: { beat: 100, poll: 100 },
  server: { id, name: 'a process', roles: ['worker'], labels: [], version: '1', slots: 1 },
})
