import { randomBytes } from 'node:crypto'
import { ApiError } from '@cresyl/contract/api/errors'
import { pictureLimits } from '@cresyl/contract/api/limits'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { pictures } from '../../platform/db/schema/index.ts'
import { type PictureFormat, readPictureFormat } from './picture-format.ts'
import { stripPicture } from './strip-picture.ts'

const folder = '/pictures/'
const pictureId = /^[0-9a-f]{32}$/

export function isPictureId(id: string): boolean {
  return pictureId.test(id)
}

/** Keeps the picture of a data: URL and returns its address. `field` is what a refusal speaks of. */
async function storePicture(tx: Tx, dataUrl: string, field = 'picture'): Promise<string> {
  const given = decodeDataUrl(dataUrl, field)
  const { mediaType } = checkPicture(given, field)
  const bytes = stripPicture(mediaType, given) ?? refuse(field, noPicture)
  const id = randomBytes(16).toString('hex')
  await tx.insert(pictures).values({ id, mediaType, bytes })
  return folder + id
}

/**
 * The address that an edit leaves: the one there is already, none, or that of a new picture. Another stored
 * address is refused: the picture may be about to be removed, or not be theirs.
 */
export async function choosePicture(
  tx: Tx,
  given: string | null | undefined,
  current: string | null,
  field = 'picture',
): Promise<string | null> {
  if (given === undefined || given === current) return current
  return given === null ? null : storePicture(tx, given, field)
}

/** What a person replaced: otherwise someone who changes it again and again could fill the disk. Needs the system. */
export async function removePicture(tx: Tx, address: string | null): Promise<void> {
  if (!address?.startsWith(folder)) return
  await tx.delete(pictures).where(eq(pictures.id, address.slice(folder.length)))
}

const dataUrlForm = /^data:[\w.+-]+\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/

function decodeDataUrl(dataUrl: string, field: string): Buffer {
  const base64 = dataUrlForm.exec(dataUrl)?.[1]
  if (base64 === undefined) refuse(field, 'This is not a picture. Choose a PNG, JPEG or WebP file.')
  return Buffer.from(base64, 'base64')
}

const noPicture = 'This is not a PNG, JPEG or WebP picture, or it is damaged. Choose another file.'

function checkPicture(bytes: Buffer, field: string): PictureFormat {
  const { bytes: most, pixels } = pictureLimits
  if (bytes.length > most) {
    refuse(
      field,
      `The picture has ${kilobytes(bytes.length)} KB; at most ${kilobytes(most)} are allowed. Choose a smaller one.`,
    )
  }
  const format = readPictureFormat(bytes)
  if (format === undefined) {
    refuse(field, noPicture)
  }
  const { width, height } = format
  if (width < 1 || height < 1 || width > pixels || height > pixels) {
    refuse(
      field,
      `The picture has ${width} × ${height} pixels. Choose one of at most ${pixels} × ${pixels} pixels.`,
    )
  }
  return format
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024)
}

function refuse(field: string, sentence: string): never {
  throw new ApiError('invalid_input', { detail: sentence, fields: { [field]: [sentence] } })
}

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
  throw new ApiError('not_found', { detail: 'This picture does not exist or was replaced.' })
}

/**
 * Removes pictures that nobody and no organisation shows any more. A day is left to pages that were open when a logo
 * was replaced. Returns how many.
 */
export async function removeUnusedPictures({ database }: Context): Promise<number> {
  const { rowCount } = await database.asSystem((tx) =>
    tx.execute(sql`
      delete from pictures
      where created_at < now() - interval '1 day'
        and not exists (select from users where picture = '/pictures/' || pictures.id)
        and not exists (select from organizations where branding ->> 'logo' = '/pictures/' || pictures.id)
    `),
  )
  return rowCount ?? 0
}
