import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import pino from 'pino'
import { parseConfig } from '../../platform/config/config.ts'
import { openContext } from '../../platform/open-context.ts'
import { startWorker } from '../../platform/queue/worker.ts'
import type { AnyStorage } from '../../platform/storage/open-storage.ts'
import { deidentify } from '../deidentify/deidentify.ts'

/**
 * A worker process of its own that makes copies and gets stuck when one is to be stored, or has been:
 * node test-copy-worker.ts <database URL> <folder> <server id> before|after
 */
const [databaseUrl = '', folder = '', id = '', stuck = ''] = process.argv.slice(2)
const config = parseConfig(
  { CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: databaseUrl },
  folder,
)
const { context } = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })
const storage: AnyStorage = {
  ...context.storage,
  putFile: async (...given) => {
    if (stuck === 'after') await context.storage.putFile(...given)
    return new Promise(() => {})
  },
}
await startWorker(
  { ...context, storage },
  {
    definitions: { deidentify: jobDefinitions.deidentify },
    handlers: { deidentify },
    timings: { beat: 100, poll: 100 },
    server: { id, name: 'a process', roles: ['worker'], labels: [], version: '1', slots: 1 },
  },
)
