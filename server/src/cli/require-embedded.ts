import { parseConfig } from '../platform/config/config.ts'
import type { Environment } from '../platform/config/settings.ts'
import { rootFolder } from '../platform/places.ts'
import { StartError } from '../platform/start-error.ts'

/** Some commands make sense with our own identity provider only. */
export function requireEmbedded(environment: Environment, instead: string): void {
  const { identity } = parseConfig(environment, rootFolder)
  if (identity.kind === 'embedded') return
  throw new StartError(`Cresyl uses the identity provider ${identity.issuer}. ${instead}`)
}
