import { Readable } from 'node:stream'
import { ApiError } from '@cresyl/contract/api/errors'
import { exportLimits } from '@cresyl/contract/api/limits'
import type { RegionPlan, RegionRequest } from '@cresyl/contract/slides/exports'
import { pictureRoutes } from '@cresyl/contract/streamed-routes'
import { type ImageFormat, withComment } from '@cresyl/slides'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { regionFileName } from '../../domain/exports/file-name.ts'
import { planExport, requireDirect } from '../../domain/exports/plan-export.ts'
import { recordRegion } from '../../domain/exports/record-region.ts'
import { findRegionSource } from '../../domain/exports/region-source.ts'
import { isVirtual, virtualComment } from '../../domain/images/virtual.ts'
import { displaysOf } from '../../domain/viewers/displays.ts'
import type { ImageAccess, ShownImage } from '../../domain/viewers/shown-image.ts'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { attachment } from '../../platform/storage/content-disposition.ts'
import type { DecodePool } from '../../platform/tiles/decode-pool.ts'
import type { Operation, Rendered } from '../../platform/tiles/operation.ts'
import { parseRequest } from '../bodies/parse.ts'
import { openCall } from '../call.ts'
import type { Entry } from '../dispatch.ts'
import { atLeastPace, endStalledReply } from '../files/stalled-reply.ts'
import { pictureToken } from '../guards/access-token.ts'
import { createPlaces } from '../reply-places.ts'
import { explainTileError } from './tile-errors.ts'

export interface RegionParts extends Entry {
  imageAccess: ImageAccess
  pool: Pick<DecodePool, 'render'>
}

const route = pictureRoutes.readRegion

/** Regions as files, made while the browser waits. */
export function serveRegions(app: FastifyInstance, context: Context, parts: RegionParts): void {
  const members = new WeakMap<FastifyRequest, Member>()
  const { ofEach, atOnce } = exportLimits.direct
  const places = createPlaces({ ofEach, inAll: atOnce, what: 'Several regions are being exported' })

  app.route({
    method: 'GET',
    url: `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    exposeHeadRoute: false,
    compress: false,
    onRequest: async (request) => {
      const { token } = request.query as Record<string, unknown>
      const member = await parts.authenticate(pictureToken(request.headers.authorization, token))
      await parts.authorise('readRegion', route, member, request.id)
      members.set(request, member)
    },
    handler: async (request, reply) => {
      const member = members.get(request)
      if (member === undefined) throw new ApiError('unauthenticated')
      places.take(member.userId, reply)
      return sendRegion(context, parts, member, request, reply)
    },
  })
}

async function sendRegion(
  context: Context,
  { imageAccess, pool }: RegionParts,
  member: Member,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parsed = parseRequest(route, request)
  const { imageId } = parsed.params
  const region = regionOf(parsed.query)
  const call = openCall(context, route, member, parsed, { requestId: request.id, url: request.url })
  const shown = await imageAccess.show(member, imageId).catch((error) => {
    throw explainTileError(error)
  })
  const source = await call.read((work) => findRegionSource(work, imageId))
  const plan = planExport(source, region)
  const format = requireDirect(plan, region)
  const rendered = await render(pool, shown, plan, { ...region, format }, reply)
  const { mime, bytes } = isVirtual(source.image) ? withComment(rendered, virtualComment) : rendered
  await call.write((work) => recordRegion(work, imageId, plan, region, bytes.byteLength))
  endStalledReply(reply)
  return reply
    .headers({
      'Content-Type': mime,
      'Content-Disposition': attachment(regionFileName(source, plan, region)),
      'Content-Length': bytes.byteLength,
      'Cache-Control': 'private, no-store',
      // Opened by itself it must stay a picture, whatever someone has hidden in it.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    .send(atLeastPace(Readable.from(slicesOf(bytes), { objectMode: false }), reply.raw))
}

function* slicesOf(bytes: Uint8Array, size = 64 * 1024): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

type RegionQuery = ReturnType<typeof parseRequest<typeof route>>['query']

function regionOf({ token: _, icc, ...region }: RegionQuery): RegionRequest {
  return { ...region, icc: icc === '1' }
}

async function render(
  pool: RegionParts['pool'],
  shown: ShownImage,
  { x, y, width, height }: RegionPlan,
  { mpp, format, z, t, icc }: RegionRequest & { format: ImageFormat },
  { raw }: FastifyReply,
): Promise<Rendered> {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  const operation: Operation = {
    kind: 'region',
    region: { x, y, width, height, mpp },
    format,
    z,
    t,
    icc: icc && shown.hasIcc,
    channels: displaysOf(shown),
  }
  try {
    return await pool.render(shown.location, operation, { priority: 'export', signal: gone.signal })
  } catch (error) {
    // Nobody hears it; it is no fault of ours that the log should tell of.
    if (gone.signal.aborted) throw new ApiError('request_timeout', { cause: error })
    throw explainTileError(error)
  }
}
