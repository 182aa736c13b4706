import { type Config, parseConfig } from '../../platform/config/config.ts'
import type { Environment } from '../../platform/config/settings.ts'
import { type Finding, findingsAbout, reasonOf } from './finding.ts'

const oldestNode = 24

export function checkNode(version: string): Finding {
  const { ok, problem } = findingsAbout('Node.js')
  if (Number.parseInt(version, 10) >= oldestNode) return ok(version)
  return problem(
    `This is Node.js ${version}; Cresyl runs on ${oldestNode} or later. Use npm start and npm run cli, which fetch it.`,
  )
}

/** The configuration too, where there is one: without it nothing else can be looked at. */
export function checkSettings(environment: Environment, root: string): { finding: Finding; config?: Config } {
  const { ok, problem } = findingsAbout('settings')
  try {
    const config = parseConfig(environment, root)
    const database = config.database.kind === 'embedded' ? 'its own PostgreSQL' : 'another PostgreSQL'
    const identity = config.identity.kind === 'embedded' ? 'its own accounts' : 'another identity provider'
    const files = config.storage.kind === 'disk' ? 'files on disk' : 'files in S3'
    const roles = config.processes.roles.join(' and ')
    return { finding: ok(`${roles} at ${config.origin}, ${database}, ${files}, ${identity}`), config }
  } catch (error) {
    return { finding: problem(reasonOf(error)) }
  }
}
