import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Permission } from '@cresyl/contract/api/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { attachment } from '../../platform/storage/content-disposition.ts'
import { allowOrigin } from '../guards/allow-origin.ts'
import type { Pace } from '../guards/pace.ts'
import { createPlaces } from '../reply-places.ts'
import { addressSigner } from './download-address.ts'
import { requireReceiver, signedFor } from './receiver.ts'
import { atLeastPace, endStalledReply } from './stalled-reply.ts'

/** Each is written by this process, page by page of the database. */
const places = { ofEach: 3, inAll: 8, what: 'Other files are being written' }

export interface FileRequest {
  /** What stands at the end of the path. */
  id: string
  /** What was signed with the address, and who it was given to. */
  parameters: URLSearchParams
  organizationId: string
  userId: string
}

interface MadeFilesOptions {
  pace: Pace
  prefix: string
  /** What whoever asked for the address had to have, and must still have. */
  access: Permission
}

/** An address that serves a file to whoever has it, for half an hour, and for as long as the person may read it. */
export function madeFileAddress(
  context: Context,
  member: Pick<Member, 'organizationId' | 'userId'>,
  path: string,
  parameters: Record<string, string>,
): string {
  const signed = { ...signedFor(member), ...parameters }
  return context.config.uploadOrigin + addressSigner(context).sign('GET', path, signed)
}

/** Files that are written while they are sent, under signed addresses; whatever the storage is. */
export function serveMadeFiles(
  app: FastifyInstance,
  context: Context,
  { pace, prefix, access }: MadeFilesOptions,
  make: (file: FileRequest, reply: FastifyReply) => Promise<MadeFile>,
): void {
  const signer = addressSigner(context)
  const replies = createPlaces(places)
  app.register(async (scope) => {
    allowOrigin(scope, context.config.origin)
    scope.route<{ Params: { id: string } }>({
      method: 'GET',
      url: `${prefix}:id`,
      exposeHeadRoute: false,
      compress: false,
      handler: async (request, reply) => {
        const parameters = signer.verify('GET', request.url)
        const { organizationId, userId } = await requireReceiver(context, parameters, access)
        await pace.wait(userId)
        replies.take(userId, reply)
        const made = await make({ id: request.params.id, parameters, organizationId, userId }, reply)
        const wait = (bytes: number) => pace.wait(userId, bytes)
        return send(request, reply, { ...made, content: Readable.from(pacePieces(made.content, wait)) })
      },
    })
  })
}

export interface MadeFile {
  mime: string
  fileName: string
  content: Readable
  /** Whether it is smaller when it is compressed. */
  isText: boolean
}

/** Others are answered between its pieces. */
async function* pacePieces(
  content: Readable,
  wait: (bytes: number) => Promise<void>,
): AsyncGenerator<unknown> {
  for await (const piece of content) {
    yield piece
    await wait(piece.length)
  }
}

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { mime, fileName, content, isText }: MadeFile,
): FastifyReply {
  endStalledReply(reply)
  reply.headers({
    'Content-Type': mime,
    'Content-Disposition': attachment(fileName),
    'Cache-Control': 'private, no-store',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  if (!isText || !/\bgzip\b/.test(headers['accept-encoding'] ?? ''))
    return reply.send(atLeastPace(content, reply.raw))
  const packed = createGzip()
  content.once('error', (error) => packed.destroy(error))
  packed.once('close', () => content.destroy())
  return reply.header('content-encoding', 'gzip').send(atLeastPace(content.pipe(packed), reply.raw))
}
