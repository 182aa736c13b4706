import { join } from 'node:path'
import { ApiError } from '@cresyl/contract/api/errors'
import { type AppConfig, preloadsFile, serviceWorkerFile } from '@cresyl/contract/people/app-config'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowedMethods } from '../guards/allowed-methods.ts'
import { readIndexPage } from './index-page.ts'

/** Serves the built web app: hashed assets for ever, index.html fresh each time, and it for every page of the app. */
export async function servePages(app: FastifyInstance, folder: string, config: AppConfig): Promise<void> {
  const index = await readIndexPage(folder, config)

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/index.html*', `**/${preloadsFile}*`, '**/.built'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (path === join(folder, 'silent.html')) {
        reply.header('Cache-Control', 'no-cache')
        // The pop-up of the sign-in ends there. Another policy than the provider's page had would cut it off from
        // the app that opened it; that of a foreign provider is most often none.
        if (config.identity.kind === 'external') reply.header('Cross-Origin-Opener-Policy', 'unsafe-none')
        return
      }
      // An old one would keep an old app.
      if (path === join(folder, serviceWorkerFile)) {
        reply.header('Cache-Control', 'no-cache')
        return
      }
      const hashed = path.startsWith(join(folder, 'assets'))
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    },
  })

  app.setNotFoundHandler(async (request, reply) => {
    if (isPageRequest(request)) {
      return reply
        .type('text/html; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .send(index.at(pathOf(request)))
    }
    const allowed = allowedMethods(pathOf(request))
    if (allowed.length === 0) throw new ApiError('unknown_route')
    reply.header('Allow', allowed.join(', '))
    throw new ApiError('method_not_allowed')
  })
}

function isPageRequest(request: FastifyRequest): boolean {
  const path = pathOf(request)
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/(api|oidc|assets|pictures|storage)(\/|$)/.test(path) &&
    !/\.\w+$/.test(path) &&
    /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')
  )
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}
