import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import pino from 'pino'
import { parseConfig } from '../../platform/config/config.ts'
import { openContext } from '../../platform/open-context.ts'
import { startWorker } from '../../platform/queue/worker.ts'
import type { AnyStorage } from '../../platform/storage/open-storage.ts'
import { exportRegion } from '../export/export-region.ts'

/**
 * A worker process of its own that makes regions and gets stuck once one has been stored:
 * node test-export-worker.ts <database URL> <folder> <server id>
 */
const [databaseUrl = '', folder = '', id = ''] = process.argv.slice(2)
const config = parseConfig(
  { CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: databaseUrl },
  folder,
)
const { context } = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })
const storage: AnyStorage = {
  ...context.storage,
  putFile: async (...given) => {
    await context.storage.putFile(...given)
    return new Promise(() => {})
  },
}
await startWorker(
  { ...context, storage },
  {
    definitions: { export_region: jobDefinitions.export_region },
    handlers: { export_region: exportRegion },
    timings: { beat: 100, poll: 100, progress: 50 },
    server: { id, name: 'a process', roles: ['worker'], labels: [], version: '1', slots: 1 },
  },
)
