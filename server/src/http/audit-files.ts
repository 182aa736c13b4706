import { Readable } from 'node:stream'
import { auditsDownloadUrl } from '@cresyl/contract/audits'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { auditsCsv } from '../domain/audit-log/audits-csv.ts'
import { auditsFileName } from '../domain/audit-log/offer-audits.ts'
import type { AuditFilter } from '../domain/audit-log/queries.ts'
import type { Context } from '../platform/context.ts'
import { newId } from '../platform/id.ts'
import { storagePrefix } from '../platform/storage/disk/addresses.ts'
import { addressSigner } from './download-address.ts'
import { type FileRequest, sendMadeFile, serveMadeFiles } from './made-files.ts'

/** Beside what the disk driver serves. */
const filePath = `${storagePrefix}audits/`

/** An address that serves the audit log of an organisation to whoever has it, for half an hour. */
export function auditsAddress(context: Context, organizationId: string, filter: AuditFilter): string {
  const parameters = { organization: organizationId, asked: JSON.stringify(filter) }
  return context.config.uploadOrigin + addressSigner(context).sign('GET', filePath + newId(), parameters)
}

export function serveAuditFiles(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const signer = addressSigner(context)

  async function sendFile(request: FileRequest, reply: FastifyReply): Promise<FastifyReply> {
    const parameters = signer.verify('GET', request.url)
    const filter = auditsDownloadUrl.query.parse(JSON.parse(parameters.get('asked') ?? '{}'))
    const scope = { organizationId: parameters.get('organization') ?? '', showDeleted: true }
    const content = Readable.from(auditsCsv((work) => database.asMember(scope, work), filter))
    const fileName = auditsFileName(clock.now())
    return sendMadeFile(request, reply, { mime: 'text/csv; charset=utf-8', fileName, content, isText: true })
  }

  serveMadeFiles(app, context, filePath, sendFile)
}
