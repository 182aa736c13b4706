import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { parseConfig } from './config/config.ts'
import type { Environment } from './config/settings.ts'
import type { Context } from './context.ts'
import { openContext } from './open-context.ts'
import { createMigratedDatabase } from './postgres/test-database.ts'
import { shareCompiled } from './test-compiled.ts'

export interface TestContext {
  context: Context
  folder: string
  /** As the owner of the database: row-level security doesn't apply. */
  databaseUrl: string
  log: string[]
  close(): Promise<void>
}

/** Everything that the platform lends, on a folder and a database of its own. */
export async function openTestContext(environment: Environment = {}): Promise<TestContext> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-context-'))
  const database = await createMigratedDatabase()
  const lines: string[] = []
  const config = parseConfig(
    {
      CRESYL_DATA_DIR: folder,
      CRESYL_DEMO: 'false',
      DATABASE_URL: database.url,
      // Most tests read slides for other things than to know how good they are.
      CRESYL_AUTOMATIC_QC: 'false',
      ...environment,
    },
    folder,
  )
  await shareCompiled(config.slides.cacheDir)
  const log = pino({ level: 'debug' }, { write: (text: string) => void lines.push(...text.split(/(?<=\n)/)) })
  const { context, close } = await openContext({ config, databaseUrl: database.url, log })
  return {
    context,
    folder,
    databaseUrl: database.url,
    log: lines,
    close: async () => {
      await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
