import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { chunkAt, decodeOutputTile, levelsOfChunk, levelsOfOutput, pixelOutputs } from '@cresyl/analysis'
import { ApiError } from '@cresyl/contract/api/errors'
import { shuffleBytes } from '@cresyl/slides'
import type { FastifyReply } from 'fastify'
import { chunkName } from '../../domain/inference/chunk-objects.ts'
import { locateChunks } from '../../domain/inference/locate-chunks.ts'
import { readStoredTile } from '../../platform/storage/stored-chunks.ts'
import { type BytesOptions, serveBytes } from '../files/serve-bytes.ts'

const compress = promisify(gzip)

/** Tiles of runs that are under way, out of the chunks that are done, in the form that tiles of images have. */
export function serveChunkTiles(options: BytesOptions): void {
  const { storage } = options.context
  serveBytes(options, 'readChunkTile', async ({ params, query, read }, request, reply) => {
    const { id, key, ...place } = params
    const { plane: channel } = query
    const { run, manifest, plan, folder, isRunning } = await read((work) => locateChunks(work, id))
    const output = pixelOutputs(manifest).find((each) => each.key === key)
    if (output === undefined)
      throw new ApiError('not_found', { detail: 'This run has no output of that name.' })
    if (!isRunning || place.level >= levelsOfChunk(plan)) return notHere(reply)
    const level = levelsOfOutput(plan)[place.level]
    if (!level || place.x * level.tileWidth >= level.width || place.y * level.tileHeight >= level.height)
      throw new ApiError('not_found', { detail: 'The output has no such tile.' })
    const { organizationId } = run
    // Who has seen it may show it again, but what is computed anew, by another version or of another image, is asked for.
    const etag = `"${basename(folder)}-${key}-${channel}-${place.level}-${place.x}-${place.y}"`
    const path = `${folder}/${chunkName(chunkAt(plan, place))}`
    const tile = { output: key, channel, ...place }
    const bytes = await readStoredTile(storage, { organizationId, path }, tile)
    if (bytes === null) return notHere(reply)
    reply.header('cache-control', 'private, no-cache').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (bytes === undefined) return reply.code(204).send()
    if (output.kind === 'image' && output.pixels === 'rgb')
      return reply.type('image/jpeg').send(Buffer.from(bytes))
    const values = Uint16Array.from(await decodeOutputTile(plan, output, place, bytes))
    reply.type('application/octet-stream').header('plane-window', '0 65535').header('vary', 'Accept-Encoding')
    const plain = Buffer.from(shuffleBytes(values))
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(await compress(plain))
  })
}

/**
 * This part is not done, or is put together already. Who follows a run can't help asking just as it ends, so that is no
 * error: browsers would complain of one.
 */
const notHere = (reply: FastifyReply) => reply.code(202).header('cache-control', 'no-store').send()
