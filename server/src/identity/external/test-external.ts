import { parseConfig } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import { openTestContext } from '../test-identity.ts'
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
  const { context: usual, skip, close } = await openTestContext()
  const { dataDir } = usual.config
  const provider = await openTestProvider(usual.clock.now)

  const withSettings = (changes: Record<string, string>) => {
    const client = { OIDC_CLIENT_ID: 'cresyl-web', OIDC_AUDIENCE: testAudience }
    const config = parseConfig(
      { CRESYL_DATA_DIR: dataDir, ...client, ...changes, OIDC_ISSUER: provider.issuer },
      dataDir,
    )
    const context = { ...usual, config }
    return { context, identity: createExternalIdentity(context) }
  }

  return {
    ...withSettings(settings),
    provider,
    withSettings,
    skip,
    close: async () => {
      await provider.close()
      await close()
    },
  }
}
