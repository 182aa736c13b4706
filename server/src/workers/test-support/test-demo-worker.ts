import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import pino from 'pino'
import { parseConfig } from '../../platform/config/config.ts'
import { openContext } from '../../platform/open-context.ts'
import { startWorker } from '../../platform/queue/worker.ts'
import type { AnyStorage } from '../../platform/storage/open-storage.ts'
import { createMakeDemo } from '../demo/make-demo.ts'
import { handlers, onSettled } from '../index.ts'
import { smallDemo } from './small-demo.ts'

/**
 * A worker process of its own that makes or removes the small demo and gets stuck at its second slide, when its parts
 * are to be sent, when they are to be put together, when they have been, or when an object of it has been deleted:
 * node test-demo-worker.ts <database URL> <folder> <server id> begin|complete|'have completed'|deleted
 */
const [databaseUrl = '', folder = '', id = '', point = ''] = process.argv.slice(2)
const config = parseConfig(
  { CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: databaseUrl },
  folder,
)
const { context } = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })
const stuck = () => new Promise<never>(() => process.send?.('stuck'))
const { uploads } = context.storage
let begun = 0
const storage: AnyStorage = {
  ...context.storage,
  uploads: {
    ...uploads,
    begin: async (upload) => {
      begun++
      return begun === 2 && point === 'begin' ? stuck() : uploads.begin(upload)
    },
    complete: async (...given) => {
      if (begun === 2 && point === 'complete') return stuck()
      const completed = await uploads.complete(...given)
      return begun === 2 && point === 'have completed' ? stuck() : completed
    },
  },
  delete: async (key) => {
    await context.storage.delete(key)
    if (point === 'deleted') await stuck()
  },
}
await startWorker(
  { ...context, storage },
  {
    definitions: jobDefinitions,
    handlers: { ...handlers, make_demo: createMakeDemo(smallDemo) },
    onSettled,
    timings: { beat: 100, poll: 100 },
    server: { id, name: 'a process', roles: ['worker'], labels: [], version: '1', slots: 1 },
  },
)
