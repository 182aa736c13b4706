import { Readable } from 'node:stream'
import { auditsDownloadUrl } from '@cresyl/contract/operations/audits'
import type { FastifyInstance } from 'fastify'
import { auditsCsv, auditsFileName } from '../../domain/audit/audits-csv.ts'
import type { AuditFilter } from '../../domain/audit/log-queries.ts'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/id.ts'
import { storagePrefix } from '../../platform/storage/disk/addresses.ts'
import type { Pace } from '../guards/pace.ts'
import { madeFileAddress, serveMadeFiles } from './made-files.ts'

/** Beside what the disk driver serves. */
const prefix = `${storagePrefix}audits/`

/** Of the audit log of an organisation. */
export function auditsAddress(context: Context, member: Member, filter: AuditFilter): string {
  return madeFileAddress(context, member, prefix + newId(), { asked: JSON.stringify(filter) })
}

export function serveAuditFiles(app: FastifyInstance, context: Context, pace: Pace): void {
  const { database, clock } = context
  const { access } = auditsDownloadUrl
  serveMadeFiles(app, context, { pace, prefix, access }, async ({ parameters, organizationId }) => {
    const filter = auditsDownloadUrl.query.parse(JSON.parse(parameters.get('asked') ?? '{}'))
    const scope = { organizationId, showDeleted: true }
    const content = Readable.from(auditsCsv((work) => database.asMember(scope, work), filter))
    const fileName = auditsFileName(clock.now())
    return { mime: 'text/csv; charset=utf-8', fileName, content, isText: true }
  })
}
