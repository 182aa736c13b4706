import { annotationsDownloadUrl } from '@cresyl/contract/annotation-files'
import { ApiError } from '@cresyl/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type FileQuery, findAnnotationFile } from '../domain/annotation-files/find-annotation-file.ts'
import { readSelection } from '../domain/annotation-files/selection.ts'
import type { Context } from '../platform/context.ts'
import { storagePrefix } from '../platform/storage/disk/addresses.ts'
import { addressSigner } from './download-address.ts'
import { type FileRequest, sendMadeFile, serveMadeFiles } from './made-files.ts'

/** Beside what the disk driver serves. */
const filePath = `${storagePrefix}annotations/`

/** Masks are drawn by this process. */
const mostMasks = 2

/** An address that serves annotations of an image to whoever has it, for half an hour. */
export function annotationsAddress(
  context: Context,
  organizationId: string,
  query: FileQuery,
  selection?: string,
): string {
  const { image_id, ...asked } = query
  const parameters = {
    organization: organizationId,
    asked: JSON.stringify(asked),
    ...(selection !== undefined && { selection }),
  }
  return context.config.uploadOrigin + addressSigner(context).sign('GET', filePath + image_id, parameters)
}

export function serveAnnotationFiles(app: FastifyInstance, context: Context): void {
  const { database, storage } = context
  const signer = addressSigner(context)
  let masks = 0

  /** Counts the reply until it has been sent or its client has gone. */
  const hold = ({ raw }: FastifyReply) => {
    if (masks >= mostMasks)
      throw new ApiError('unavailable', {
        detail: 'Other masks are being drawn just now. Please try again in a moment.',
      })
    masks += 1
    raw.once('close', () => {
      masks -= 1
    })
  }

  async function sendFile(request: FileRequest, reply: FastifyReply): Promise<FastifyReply> {
    const parameters = signer.verify('GET', request.url)
    const organizationId = parameters.get('organization') ?? ''
    const asked = JSON.parse(parameters.get('asked') ?? '{}')
    const selection = parameters.get('selection')
    const query: FileQuery = {
      ...annotationsDownloadUrl.query.parse({ ...asked, image_id: request.params.id }),
      ...(selection !== null && { id: await readSelection(storage, organizationId, selection) }),
    }
    const inTransaction: Parameters<Awaited<ReturnType<typeof findAnnotationFile>>['open']>[0] = (work) =>
      database.asMember({ organizationId }, work)
    const found = await inTransaction((tx) => findAnnotationFile(tx, query))
    const isMask = query.format === 'mask_png' || query.format === 'mask_tiff'
    if (isMask) hold(reply)
    const { mime, fileName } = found
    return sendMadeFile(request, reply, {
      ...{ mime, fileName, content: found.open(inTransaction, storage), isText: !isMask },
    })
  }

  serveMadeFiles(app, context, filePath, sendFile)
}
