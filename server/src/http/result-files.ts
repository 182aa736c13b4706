import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findResultText, type TextFormat } from '../domain/result-files/find-result-text.ts'
import type { Context } from '../platform/context.ts'
import { attachment } from '../platform/storage/content-disposition.ts'
import { storagePrefix } from '../platform/storage/disk/addresses.ts'
import type { UrlSigner } from '../platform/storage/signed-url.ts'
import { allowOrigin } from './allow-origin.ts'
import { addressSigner } from './download-address.ts'
import { endStalledReply } from './stalled-reply.ts'

/** Beside what the disk driver serves, whatever the storage is: these are written while they are sent. */
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
  const signer = addressSigner(context)
  app.register(async (scope) => {
    allowOrigin(scope, context.config.origin)
    scope.route<{ Params: { id: string } }>({
      method: 'GET',
      url: `${resultPrefix}:id`,
      exposeHeadRoute: false,
      compress: false,
      handler: (request, reply) => sendResult(context, signer, request, reply),
    })
  })
}

/** What there is of a run is what its rows say now: with its slide it is gone. */
async function sendResult(
  { database, storage }: Context,
  signer: UrlSigner,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = signer.verify('GET', request.url)
  const organizationId = parameters.get('organization') ?? ''
  const part = {
    key: parameters.get('key') ?? undefined,
    format: parameters.get('format') === 'geojson' ? 'geojson' : 'csv',
  } as const
  const found = await database.asMember({ organizationId }, (tx) =>
    findResultText(tx, request.params.id, part),
  )
  const text = await found.open(storage)
  endStalledReply(reply)
  reply.headers({
    'Content-Type': found.mime,
    'Content-Disposition': attachment(found.fileName),
    'Cache-Control': 'private, no-store',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
  const packed = createGzip()
  text.once('error', (error) => packed.destroy(error))
  packed.once('close', () => text.destroy())
  return reply.header('content-encoding', 'gzip').send(text.pipe(packed))
}
