import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { z } from 'zod'
import { parseConfig } from '../../config/config.ts'
import { openContext } from '../../open-context.ts'
import { startWorker } from '../worker.ts'

/** A worker process of its own: node test-worker.ts <database URL> <folder> <server id>. Its handler never ends. */
const [databaseUrl = '', folder = '', id = ''] = process.argv.slice(2)
const config = parseConfig(
  { CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: databaseUrl },
  folder,
)
const { context } = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })
const definition = { attempts: 3, timeoutSeconds: 60, priority: 0, payload: z.unknown() }
await startWorker(context, {
  definitions: { hold: definition },
  handlers: {
    hold: async ({ signal }) => {
      await sleep(60_000, undefined, { signal })
      return { message: 'held' }
    },
  },
  timings: { beat: 100, poll: 100 },
  server: { id, name: 'a process', roles: ['worker'], labels: [], version: '1', slots: 1 },
})
