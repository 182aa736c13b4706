import type { FastifyInstance } from 'fastify'
import { findResultText, type TextFormat } from '../domain/result-files/find-result-text.ts'
import type { Context } from '../platform/context.ts'
import { storagePrefix } from '../platform/storage/disk/addresses.ts'
import { addressSigner } from './download-address.ts'
import { sendMadeFile, serveMadeFiles } from './made-files.ts'

/** Beside what the disk driver serves. */
const resultPrefix = `${storagePrefix}results/`

interface ResultPart {
  /** Of the run. */
  id: string
  key: string | undefined
  format: TextFormat
}

/** An address that serves a part of a run's results to whoever has it, for half an hour. */
export function resultAddress(context: Context, organizationId: string, part: ResultPart): string {
  const { id, key, format } = part
  const parameters = { organization: organizationId, format, ...(key !== undefined && { key }) }
  return context.config.uploadOrigin + addressSigner(context).sign('GET', resultPrefix + id, parameters)
}

export function serveResultFiles(app: FastifyInstance, context: Context): void {
  const { database, storage } = context
  const signer = addressSigner(context)
  // What there is of a run is what its rows say now: with its slide it is gone.
  serveMadeFiles(app, context, resultPrefix, async (request, reply) => {
    const parameters = signer.verify('GET', request.url)
    const organizationId = parameters.get('organization') ?? ''
    const part = {
      key: parameters.get('key') ?? undefined,
      format: parameters.get('format') === 'geojson' ? 'geojson' : 'csv',
    } as const
    const { mime, fileName, open } = await database.asMember({ organizationId }, (tx) =>
      findResultText(tx, request.params.id, part),
    )
    return sendMadeFile(request, reply, { mime, fileName, content: await open(storage), isText: true })
  })
}
