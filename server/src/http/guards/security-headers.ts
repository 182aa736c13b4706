import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'

/** OpenLayers makes its workers from blobs, and Emotion writes styles: both break silently under a stricter policy. */
function contentSecurityPolicy(storageOrigin: string, identityOrigins: readonly string[]): string {
  const provider = identityOrigins.join(' ')
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data: https:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    `connect-src 'self' ${storageOrigin} ${provider}`,
    `frame-src 'self' ${provider}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** The same object until the identity provider turns out to be somewhere else. */
export function createSecurityHeaders(
  config: Config,
  storageOrigin: string,
  identityOrigins?: () => readonly string[],
): () => Record<string, string> {
  const issuer = [new URL(config.identity.issuer).origin]
  let origins: readonly string[] = issuer
  let headers = securityHeaders(config, storageOrigin, origins)
  return () => {
    const current = identityOrigins?.() ?? issuer
    if (current !== origins) {
      origins = current
      headers = securityHeaders(config, storageOrigin, origins)
    }
    return headers
  }
}

function securityHeaders(
  config: Config,
  storageOrigin: string,
  identityOrigins: readonly string[],
): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(storageOrigin, identityOrigins),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-site',
    'X-Frame-Options': 'SAMEORIGIN',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(config.origin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

export function addSecurityHeaders(app: FastifyInstance, headers: () => Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers())
  })
}
