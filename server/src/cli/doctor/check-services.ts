import pino from 'pino'
import { createDiscovery } from '../../identity/external/discovery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { greetMailServer } from '../../platform/mail/transport.ts'
import { type Finding, findingsAbout, reasonOf } from './finding.ts'

const mail = findingsAbout('e-mail')
const identity = findingsAbout('identity')

export async function checkIdentity({ config, clock }: { config: Config; clock: Clock }): Promise<Finding> {
  const { issuer, kind } = config.identity
  if (kind === 'embedded') return identity.ok('people sign in with accounts of Cresyl')
  try {
    const { origins } = await createDiscovery({ config, clock, log: pino({ level: 'silent' }) }).describe()
    return identity.ok(`${issuer} describes itself; browsers need to reach ${origins.join(', ')}`)
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error
    return identity.problem(
      `Nobody can sign in: ${issuer} does not say where its keys are (${reasonOf(reason)}). Check OIDC_ISSUER and that this machine reaches it.`,
    )
  }
}

export async function checkMail({ mail: settings }: Config): Promise<Finding> {
  if (settings === null) return mail.ok('not set up: links are shown to be copied')
  const { host } = new URL(settings.url)
  try {
    await greetMailServer(settings.url)
    return mail.ok(`${host} takes letters`)
  } catch (error) {
    return mail.problem(
      `The mail server ${host} can't be used: ${reasonOf(error)}. Check SMTP_URL; letters wait until it can.`,
    )
  }
}
