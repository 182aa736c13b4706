import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '@cresyl/contract/api/errors'
import { requestLimits } from '@cresyl/contract/api/limits'
import { type ApiDescription, describeApi } from '@cresyl/contract/openapi'
import type { AppConfig } from '@cresyl/contract/people/app-config'
import fastifyCompress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import Fastify from 'fastify'
import { createRefusals } from '../domain/audit/refusals.ts'
import type { ImageAccess } from '../domain/viewers/shown-image.ts'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import { newId } from '../platform/id.ts'
import type { TileService } from '../platform/tiles/tile-service.ts'
import { acceptJson } from './bodies/json-body.ts'
import { closeConnectionsPromptly } from './closing.ts'
import { compression } from './compression.ts'
import { type Authenticate, createAuthorise, type DispatchOptions, registerRoutes } from './dispatch.ts'
import { answerError, handleErrors } from './error-handler.ts'
import { serveEvents } from './events/events.ts'
import { serveAnnotationFiles } from './files/annotation-files.ts'
import { serveAuditFiles } from './files/audit-files.ts'
import { serveImports } from './files/imports.ts'
import { serveStorage } from './files/parts.ts'
import { servePictures } from './files/pictures.ts'
import { requireHandedOut } from './files/receiver.ts'
import { serveResultFiles } from './files/result-files.ts'
import type { CheckAddress } from './files/send-object.ts'
import { storageOrigin } from './files/storage-origin.ts'
import { checkHost } from './guards/host-check.ts'
import { endStalledRequests } from './guards/idle-timeout.ts'
import type { Pace } from './guards/pace.ts'
import { noteOrigins } from './guards/request-origins.ts'
import { addSecurityHeaders, createSecurityHeaders } from './guards/security-headers.ts'
import { type CollectMetrics, serveMetrics } from './metrics/metrics.ts'
import { registerProbes } from './metrics/probes.ts'
import { logTraces, RequestLog } from './metrics/request-log.ts'
import { measureRequests } from './metrics/request-metrics.ts'
import { renderDocumentation } from './pages/documentation-page.ts'
import { servePages } from './pages/pages.ts'
import { serveChunkTiles } from './tiles/chunk-tiles.ts'
import { serveDetections } from './tiles/detections.ts'
import { createQuickTiles, type QuickAnswer } from './tiles/quick-tiles.ts'
import { serveRegions } from './tiles/regions.ts'
import { createTileReplies } from './tiles/tile-replies.ts'
import { serveTiles } from './tiles/tiles.ts'

export interface ServerParts extends Omit<DispatchOptions, 'authorise'> {
  /** The embedded identity provider, mounted under /oidc; absent with another one. */
  identity?: FastifyPluginAsync
  /** Where browsers must reach the identity provider, if not at its issuer's address alone. */
  identityOrigins?: () => readonly string[]
  /** Who may see which image, and what is made of it. */
  imageAccess: ImageAccess
  tiles: TileService
  /** The built web app. */
  webFolder: string
  appConfig: AppConfig
  /** The figures of all processes of this machine; absent: of this one alone. */
  collectMetrics?: CollectMetrics
}

export async function buildServer(context: Context, parts: ServerParts): Promise<FastifyInstance> {
  const { config } = context
  const headers = createSecurityHeaders(config, await storageOrigin(context), parts.identityOrigins)
  const { imageAccess, tiles } = parts
  const refusals = createRefusals(context)
  const { pace } = parts
  const entry = { authenticate: notePresence(parts.authenticate, pace), authorise: createAuthorise(refusals) }
  const tileParts = {
    ...entry,
    replies: createTileReplies({ imageAccess, tiles, storage: context.storage }),
    answered: tiles.answered,
    sent: tiles.sent,
  }
  const answerQuickly = createQuickTiles(context, { ...tileParts, securityHeaders: headers })
  const app = Fastify({
    serverFactory: (handle) => openHttpServer(answerQuickly, handle),
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new RequestLog(),
    // Addresses that can't even be decoded reach no hook, and Fastify's own answer would repeat them, tokens and all.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers())),
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, headers()),
    genReqId: () => newId(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: requestLimits.jsonBody,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 255 },
  })

  noteOrigins(app)
  logTraces(app)
  measureRequests(app, context.metrics)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
  addSecurityHeaders(app, headers)
  checkHost(app, config)
  handleErrors(app)
  acceptJson(app)
  endStalledRequests(app.server)
  closeConnectionsPromptly(app)
  app.addHook('onClose', refusals.close)
  await app.register(fastifyCompress, { ...compression, globalDecompression: false })

  registerProbes(app, context.database)
  serveMetrics(app, context, parts.collectMetrics)
  registerRoutes(app, context, { ...parts, ...entry })
  serveEvents(app, context, parts)
  serveTiles(app, tileParts)
  const bytesOptions = { app, context, ...entry }
  serveDetections(bytesOptions)
  serveChunkTiles(bytesOptions)
  serveRegions(app, context, { ...entry, imageAccess, pool: tiles.pool })
  servePictures(app, context)
  serveImports(app, context)
  serveResultFiles(app, context, pace)
  serveAnnotationFiles(app, context, pace)
  serveAuditFiles(app, context, pace)
  if (context.storage.kind === 'disk') {
    const check: CheckAddress = (parameters) => requireHandedOut(context, parameters)
    serveStorage(app, config, context.storage, context.metrics.uploads, check)
  }
  serveDocumentation(app, config.origin, parts.appConfig.version)
  if (parts.identity !== undefined) await app.register(parts.identity)
  await servePages(app, parts.webFolder, parts.appConfig)
  return app
}

/** Members are noted wherever they are recognised: who looks at tiles is there as well. */
function notePresence(authenticate: Authenticate, pace: Pace): Authenticate {
  const note = (member: Member) => {
    pace.note(member.userId)
    return member
  }
  return Object.assign(async (token: string) => note(await authenticate(token)), {
    known: (token: string, connection?: object) => {
      const member = authenticate.known?.(token, connection)
      return member && note(member)
    },
  })
}

function openHttpServer(answerQuickly: QuickAnswer, handle: RequestListener): Server {
  return createServer(
    {
      maxHeaderSize: 4 * requestLimits.urlLength,
      headersTimeout: requestLimits.idleSeconds * 1000,
      keepAliveTimeout: 72_000,
      // A body may take as long as it arrives at all, which `endStalledRequests` sees to.
      requestTimeout: 0,
    },
    (request, response) => {
      if (!answerQuickly(request, response)) handle(request, response)
    },
  )
}

/** The API described from the same table that serves it: for programs and for people. Made when first asked for. */
function serveDocumentation(app: FastifyInstance, origin: string, version: string): void {
  let description: ApiDescription | undefined
  let page: string | undefined
  const describe = () => {
    description ??= describeApi(origin, version)
    return description
  }
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(describe()),
  )
  app.get('/api/docs', async (_request, reply) => {
    page ??= renderDocumentation(describe())
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'public, max-age=300').send(page)
  })
}

/** Answers what isn't HTTP, or too much of it: no route, hook or reply exists for it. */
function answerMalformedRequest(
  failure: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const error = new ApiError(
    failure.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request',
  )
  const body = JSON.stringify(error.toBody())
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'))
}
