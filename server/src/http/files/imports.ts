import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findImportedFile, requireInPlace } from '../../domain/files/imported-file.ts'
import type { Context } from '../../platform/context.ts'
import { openContent } from '../../platform/storage/disk/open-content.ts'
import type { UrlSigner } from '../../platform/storage/signed-url.ts'
import type { ByteRange, ObjectContent } from '../../platform/storage/storage.ts'
import { allowOrigin } from '../guards/allow-origin.ts'
import { addressSigner, importPrefix } from './download-address.ts'
import { requireHandedOut } from './receiver.ts'
import { sendContent } from './send-content.ts'

/** Files that were registered where they lie, by signed addresses: they are in no storage that could serve them. */
export function serveImports(app: FastifyInstance, context: Context): void {
  const signer = addressSigner(context)
  app.register(async (scope) => {
    allowOrigin(scope, context.config.origin)
    // Both by name: the HEAD route that Fastify adds by itself says that there are 0 bytes.
    scope.route<{ Params: { id: string } }>({
      method: ['GET', 'HEAD'],
      url: `${importPrefix}:id`,
      compress: false,
      handler: (request, reply) => sendImport(context, signer, request, reply),
    })
  })
}

/** Where the file lies is what its row says now, not when the address was signed. */
async function sendImport(
  context: Context,
  signer: UrlSigner,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = signer.verify('GET', request.url)
  await requireHandedOut(context, parameters)
  const organizationId = parameters.get('organization') ?? ''
  const { path } = await context.database.asMember({ organizationId, showDeleted: true }, (tx) =>
    findImportedFile(tx, request.params.id),
  )
  const found = await requireInPlace(path)
  return sendContent(request, reply, parameters, { ...found, open: (range) => openInPlace(path, range) })
}

/** Looked at again once it is open: a folder on its way may have become a link in between. */
async function openInPlace(path: string, range?: ByteRange): Promise<ObjectContent> {
  const content = await openContent(path, range)
  try {
    await requireInPlace(path)
    return content
  } catch (error) {
    content.body.destroy()
    throw error
  }
}
