import type { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { attachment } from '../platform/storage/content-disposition.ts'
import { allowOrigin } from './allow-origin.ts'
import { endStalledReply } from './stalled-reply.ts'

export type FileRequest = FastifyRequest<{ Params: { id: string } }>

/** Files that are written while they are sent, under signed addresses; whatever the storage is. */
export function serveMadeFiles(
  app: FastifyInstance,
  { config }: Context,
  prefix: string,
  handler: (request: FileRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.register(async (scope) => {
    allowOrigin(scope, config.origin)
    scope.route<{ Params: { id: string } }>({
      ...{ method: 'GET', url: `${prefix}:id`, exposeHeadRoute: false, compress: false, handler },
    })
  })
}

interface MadeFile {
  mime: string
  fileName: string
  content: Readable
  /** Whether it is smaller when it is compressed. */
  isText: boolean
}

export function sendMadeFile(
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
  if (!isText || !/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(content)
  const packed = createGzip()
  content.once('error', (error) => packed.destroy(error))
  packed.once('close', () => content.destroy())
  return reply.header('content-encoding', 'gzip').send(content.pipe(packed))
}
