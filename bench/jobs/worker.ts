import { z } from '../../contract/src/api/zod.ts'
import { parseConfig } from '../../server/src/platform/config/config.ts'
import { newId } from '../../server/src/platform/id.ts'
import { openLog } from '../../server/src/platform/log.ts'
import { openContext } from '../../server/src/platform/open-context.ts'
import { startWorker } from '../../server/src/platform/queue/worker.ts'

/** Runs in a process of its own: one worker that does as little as a job can be. */
const [databaseUrl = '', dataDir = '', slots = ''] = process.argv.slice(2)

const { context, close } = await openContext({
  config: parseConfig({ DATABASE_URL: databaseUrl, CRESYL_DATA_DIR: dataDir }, dataDir),
  databaseUrl,
  log: openLog({ level: 'warn' }),
})
const worker = await startWorker(context, {
  definitions: {
    bench: { attempts: 3, timeoutSeconds: 60, priority: 0, payload: z.object({ n: z.number() }) },
  },
  handlers: {
    bench: async (job) => {
      job.stage('Measuring')
      job.progress(1, 1)
      return { message: 'Done.' }
    },
  },
  server: { id: newId(), name: 'bench', roles: ['worker'], labels: [], version: '0', slots: Number(slots) },
})
process.on('disconnect', async () => {
  await worker.drain(0)
  await close()
})
process.send?.('ready')
