import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseRange } from '../../platform/storage/byte-range.ts'
import type { ByteRange, ObjectContent } from '../../platform/storage/storage.ts'
import { endStalledReply } from './stalled-reply.ts'

/** Something that lies on a disk of ours. */
export interface Sendable {
  size: number
  modifiedAt: Date
  open(range?: ByteRange): Promise<ObjectContent>
}

/** Sends it, or the stretch of it that `Range` asks for, as the signed parameters say. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: URLSearchParams,
  found: Sendable,
): Promise<FastifyReply> {
  const range = readRange(request, reply, found)
  const headers = {
    'Content-Type': parameters.get('type') ?? 'application/octet-stream',
    'Content-Disposition': parameters.get('disposition') ?? 'attachment',
    'Accept-Ranges': 'bytes',
    ETag: versionOf(found),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    // Whatever someone has hidden in a file, it runs nowhere.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  if (request.method === 'HEAD') return reply.headers({ ...headers, 'Content-Length': found.size }).send()

  const { size, offset, length, body } = await found.open(range)
  endStalledReply(reply)
  if (range !== undefined) {
    reply.code(206).header('Content-Range', `bytes ${offset}-${offset + length - 1}/${size}`)
  }
  return reply.headers({ ...headers, 'Content-Length': length }).send(body)
}

function readRange(request: FastifyRequest, reply: FastifyReply, found: Sendable): ByteRange | undefined {
  const { range, 'if-range': version } = request.headers
  if (request.method === 'HEAD' || (version !== undefined && version !== versionOf(found))) return undefined
  try {
    return parseRange(range, found.size)
  } catch (error) {
    reply.header('Content-Range', `bytes */${found.size}`)
    throw error
  }
}

function versionOf({ size, modifiedAt }: Sendable): string {
  return `"${size.toString(36)}-${modifiedAt.getTime().toString(36)}"`
}
