import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import pino from 'pino'
import { parseConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { openContext } from '../../platform/open-context.ts'
import { startWorker } from '../../platform/queue/worker.ts'
import type { AnyStorage } from '../../platform/storage/open-storage.ts'
import { onSettled } from '../index.ts'
import { inference } from '../inference/inference.ts'
import type { RunPoint } from './run-points.ts'

/**
 * A worker process of its own that runs predictors, says when it has come to a point, and stays there:
 * node test-run-worker.ts <database URL> <folder> <server id> <point> <chunks of the run>
 */
const [databaseUrl = '', folder = '', id = '', wanted = '', chunks = ''] = process.argv.slice(2)

async function reach(point: RunPoint): Promise<void> {
  if (point !== wanted) return
  process.stdout.write(`${point}\n`)
  await new Promise(() => {})
}

function stuckStorage(storage: AnyStorage): AnyStorage {
  let stored = 0
  return {
    ...storage,
    list: async function* (organizationId, path) {
      await reach('planning')
      yield* storage.list(organizationId, path)
    },
    put: async (...given) => {
      await reach('learned')
      return storage.put(...given)
    },
    putFile: async (...given) => {
      const isChunk = /\/chunk-\d+$/.test(given[0].path)
      if (isChunk && stored === 1) await reach('computing')
      const result = await storage.putFile(...given)
      if (isChunk) stored += 1
      else await reach('storing')
      if (isChunk && stored === Number(chunks)) await reach('assembling')
      return result
    },
  }
}

const isSuccess = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'end' in value && value.end === 'succeeded'

const stuckDatabase = (database: Database): Database => ({
  ...database,
  asSystem: async (work) => {
    const result = await database.asSystem(async (tx) => {
      const value = await work(tx)
      if (isSuccess(value)) await reach('committing')
      return value
    })
    if (isSuccess(result)) await reach('committed')
    return result
  },
})

const config = parseConfig(
  { CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: databaseUrl },
  folder,
)
const { context } = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })
const { storage, database } = context
await startWorker(
  { ...context, storage: stuckStorage(storage), database: stuckDatabase(database) },
  {
    definitions: { inference: jobDefinitions.inference },
    handlers: { inference },
    onSettled,
    timings: { beat: 100, poll: 100 },
    server: { id, name: 'a process', roles: ['worker'], labels: [], version: '1', slots: 1 },
  },
)
