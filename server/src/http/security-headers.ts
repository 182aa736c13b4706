import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/** OpenLayers makes its workers from blobs, and Emotion writes styles: both break silently under a stricter policy. */
export function contentSecurityPolicy({ uploadOrigin, identity }: Config): string {
  const issuer = new URL(identity.issuer).origin
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data: https:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    `connect-src 'self' ${uploadOrigin} ${issuer}`,
    `frame-src 'self' ${issuer}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

export function securityHeaders(config: Config): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(config),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-site',
    'X-Frame-Options': 'SAMEORIGIN',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(config.origin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

export function addSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
