import { join } from 'node:path'
import { LaunchFailure } from '../../launch/failure.js'
import { parseConfig } from '../../server/src/platform/config/config.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openLog } from '../../server/src/platform/log.ts'
import { openContext } from '../../server/src/platform/open-context.ts'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import { isReady, startProduct, stopProduct } from '../../server/src/test-product.ts'
import type { BenchPostgres } from './postgres.ts'
import type { Stage } from './stage.ts'

export interface BenchProduct {
  pid: number
  /** On the same database, folders and keys, in this process: what is done through it is not the product's figure. */
  context: Context
}

/** The whole product, as `npm start` starts it, with a PostgreSQL that isn't its child. */
export async function startBenchProduct(
  stage: Stage,
  postgres: BenchPostgres,
  settings: Record<string, string> = {},
): Promise<BenchProduct> {
  const port = await findFreePort()
  const dataDir = join(stage.folder, 'data')
  const environment = {
    CRESYL_DATA_DIR: dataDir,
    CRESYL_PORT: String(port),
    CRESYL_LOG: 'file',
    CRESYL_DEMO: 'false',
    CRESYL_DEMO_SLIDES: 'false',
    CRESYL_AUTOMATIC_QC: 'false',
    DATABASE_URL: postgres.url,
    ...settings,
  }
  const product = await startProduct({ dataDir, port, environment, remove: async () => {} })
  stage.onEnd(() => stopProduct(product))
  if (!isReady(product)) {
    const reason = product.messages.flatMap((message) => (message.type === 'failed' ? [message.message] : []))
    throw new LaunchFailure(`The product did not start: ${reason.join(' ') || 'it did not say why'}`)
  }
  const config = parseConfig(environment, stage.folder)
  const opened = await openContext({ config, databaseUrl: postgres.url, log: openLog({ level: 'silent' }) })
  stage.onEnd(opened.close)
  return { pid: product.process.pid ?? 0, context: opened.context }
}
