import { annotationsDownloadUrl } from '@cresyl/contract/annotations/annotation-files'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type FileQuery, findAnnotationFile } from '../../domain/annotation-files/find-annotation-file.ts'
import { readSelection } from '../../domain/annotation-files/selection.ts'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { storagePrefix } from '../../platform/storage/disk/addresses.ts'
import type { Pace } from '../guards/pace.ts'
import { createPlaces } from '../reply-places.ts'
import { type FileRequest, type MadeFile, madeFileAddress, serveMadeFiles } from './made-files.ts'

/** Beside what the disk driver serves. */
const prefix = `${storagePrefix}annotations/`

/** Drawn by this process. */
const maskPlaces = { ofEach: 1, inAll: 2, what: 'Other masks are being drawn' }

/** Of annotations of an image. */
export function annotationsAddress(
  context: Context,
  member: Member,
  query: FileQuery,
  selection?: string,
): string {
  const { image_id, ...asked } = query
  return madeFileAddress(context, member, prefix + image_id, {
    asked: JSON.stringify(asked),
    ...(selection !== undefined && { selection }),
  })
}

export function serveAnnotationFiles(app: FastifyInstance, context: Context, pace: Pace): void {
  const { database, storage } = context
  const masks = createPlaces(maskPlaces)

  async function makeFile(file: FileRequest, reply: FastifyReply): Promise<MadeFile> {
    const { id, parameters, organizationId, userId } = file
    const asked = JSON.parse(parameters.get('asked') ?? '{}')
    const selection = parameters.get('selection')
    const query: FileQuery = {
      ...annotationsDownloadUrl.query.parse({ ...asked, image_id: id }),
      ...(selection !== null && { id: await readSelection(storage, file, selection) }),
    }
    const inTransaction: Parameters<Awaited<ReturnType<typeof findAnnotationFile>>['open']>[0] = (work) =>
      database.asMember({ organizationId }, work)
    const found = await inTransaction((tx) => findAnnotationFile(tx, query))
    const isMask = query.format === 'mask_png' || query.format === 'mask_tiff'
    if (isMask) masks.take(userId, reply)
    const { mime, fileName } = found
    return { mime, fileName, content: found.open(inTransaction, storage), isText: !isMask }
  }

  serveMadeFiles(app, context, { pace, prefix, access: annotationsDownloadUrl.access }, makeFile)
}
