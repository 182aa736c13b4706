import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { parseConfig } from '../../platform/config/config.ts'
import { loadSecrets } from '../../platform/config/secrets.ts'
import type { Context } from '../../platform/context.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createTestDatabase } from '../../platform/postgres/test-database.ts'
import { createExternalIdentity, type ExternalIdentity } from './external-identity.ts'
import { openTestProvider, type TestProvider } from './test-provider.ts'

export interface TestExternal {
  context: Context
  provider: TestProvider
  identity: ExternalIdentity
  /** Lets the clock of the server run ahead. */
  skip(seconds: number): void
  /** The same database and provider under other settings. */
  withSettings(settings: Record<string, string>): { context: Context; identity: ExternalIdentity }
  close(): Promise<void>
}

export const testAudience = 'https://cresyl.example/api'

/** A migrated database of its own, and a provider on a port of its own. */
export async function openTestExternal(settings: Record<string, string> = {}): Promise<TestExternal> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-external-'))
  const testDatabase = await createTestDatabase()
  await migrate(testDatabase.url)
  const database = openDatabase({ url: testDatabase.url })
  const secrets = await loadSecrets(join(folder, 'secrets'))
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const provider = await openTestProvider(clock.now)

  const withSettings = (changes: Record<string, string>) => {
    const usual = { OIDC_CLIENT_ID: 'cresyl-web', OIDC_AUDIENCE: testAudience }
    const config = parseConfig(
      { CRESYL_DATA_DIR: folder, ...usual, ...changes, OIDC_ISSUER: provider.issuer },
      folder,
    )
    const context = { config, secrets, database, clock, log: pino({ level: 'silent' }) }
    return { context, identity: createExternalIdentity(context) }
  }

  return {
    ...withSettings(settings),
    provider,
    withSettings,
    skip: (seconds) => {
      ahead += seconds * 1000
    },
    close: async () => {
      await provider.close()
      await database.close()
      await testDatabase.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
