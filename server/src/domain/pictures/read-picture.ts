import { ApiError } from '@cresyl/contract/errors'
import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { pictures } from '../../platform/db/schema/index.ts'
import { isPictureId } from './store-picture.ts'

export interface StoredPicture {
  mediaType: string
  bytes: Buffer
}

/** Whoever knows the id may see the picture: it is random and stands only where the picture is shown. */
export async function readPicture({ database }: Context, id: string): Promise<StoredPicture> {
  const [found] = isPictureId(id)
    ? await database.asSystem((tx) =>
        tx
          .select({ mediaType: pictures.mediaType, bytes: pictures.bytes })
          .from(pictures)
          .where(eq(pictures.id, id)),
      )
    : []
  if (found !== undefined) return found
  throw new ApiError('not_found', { detail: 'There is no such picture, or it was replaced.' })
}
