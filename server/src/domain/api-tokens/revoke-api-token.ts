import { isolate } from '@cresyl/contract/isolate'
import type { AuditedWork } from '../work.ts'
import { endApiToken } from './queries.ts'
import { tellAdministrators } from './tell-administrators.ts'

export async function revokeApiToken(work: AuditedWork, id: string): Promise<void> {
  const name = await endApiToken(work.tx, id, work.now)
  await tellAdministrators(work, (person) => `${person} revoked the API token “${isolate(name)}”.`)
  work.record({ id, details: { name } })
}
