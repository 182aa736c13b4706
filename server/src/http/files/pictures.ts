import type { FastifyInstance } from 'fastify'
import { readPicture } from '../../domain/pictures/pictures.ts'
import type { Context } from '../../platform/context.ts'

/** Pictures of people and logos. Outside /api: an img element sends no token. */
export function servePictures(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>('/pictures/:id', async (request, reply) => {
    const { mediaType, bytes } = await readPicture(context, request.params.id)
    return reply
      .headers({
        'Content-Type': mediaType,
        // Opened by itself it must stay a picture, whatever someone has hidden in it.
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .send(bytes)
  })
}
