import { gunzipSync } from 'node:zlib'
import { locateDetections } from '../domain/inference/locate-detections.ts'
import { openStoredDetections } from '../platform/storage/stored-detections.ts'
import { type BytesOptions, serveBytes } from './serve-bytes.ts'

/** Tiles of detections as they are stored: a file of them never changes. */
export function serveDetections(options: BytesOptions): void {
  const { storage } = options.context
  serveBytes(options, 'readDetectionTile', async ({ params, read }, request, reply) => {
    const { id, key, level, x, y } = params
    const located = await read((work) => locateDetections(work, id, key))
    const etag = `"${id}-${key}-${level}-${x}-${y}"`
    reply.header('cache-control', 'private, max-age=3600').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const detections = await openStoredDetections(storage, located)
    const tile = await detections.tile(level, x, y)
    if (tile === undefined) return reply.code(204).send()
    reply.type('application/octet-stream')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(gunzipSync(tile))
    return reply.header('content-encoding', 'gzip').send(Buffer.from(tile))
  })
}
