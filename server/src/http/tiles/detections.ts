import { gunzipSync } from 'node:zlib'
import { type LocatedDetections, locateDetections } from '../../domain/inference/locate-detections.ts'
import { openStoredDetections } from '../../platform/storage/stored-detections.ts'
import { type BytesOptions, serveBytes } from '../files/serve-bytes.ts'

/** ms: so long where detections lie holds for all tiles of a view, which are asked for together. */
const holdsFor = 1000

/** Tiles of detections as they are stored: a file of them never changes. */
export function serveDetections(options: BytesOptions): void {
  const { storage } = options.context
  const places = new Map<string, Promise<LocatedDetections>>()

  /** Asked of the database once for the tiles of a view; what is refused is asked again. */
  function locateOnce(name: string, locate: () => Promise<LocatedDetections>): Promise<LocatedDetections> {
    const known = places.get(name)
    if (known) return known
    const asked = locate()
    places.set(name, asked)
    const forget = () => void places.delete(name)
    asked.then(() => setTimeout(forget, holdsFor).unref(), forget)
    return asked
  }

  serveBytes(options, 'readDetectionTile', async ({ params, member, read }, request, reply) => {
    const { id, key, level, x, y } = params
    const located = await locateOnce(`${member.organizationId}/${id}/${key}`, () =>
      read((work) => locateDetections(work, id, key)),
    )
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
