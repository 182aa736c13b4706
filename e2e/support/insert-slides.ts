import type { QcState } from '@cresyl/contract/slides/slides'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { files, images, slides } from '../../server/src/platform/db/schema/index.ts'
import { newId } from '../../server/src/platform/id.ts'
import { findRunningPostgres } from '../../server/src/platform/postgres/runtime-file.ts'
import { withoutBytes } from './complaints.ts'
import type { Product } from './product.ts'

export interface SlideToInsert {
  name: string
  projectId: string | null
  size?: number
  tissueId?: string
  stainerId?: string
  qcState?: QcState
  createdBy?: string
  createdAt?: Date
}

/** PostgreSQL takes so many values in one statement. */
const rowsAtOnce = 2000

/** Slides without bytes, in the order given, for lists too long to be uploaded; their pictures are missing. Their ids. */
export async function insertSlides(
  { dataDir }: Product,
  organizationId: string,
  rows: readonly SlideToInsert[],
): Promise<string[]> {
  const url = await findRunningPostgres(dataDir)
  if (url === null) throw new Error('The database of the product does not run: start it first.')
  const database = openDatabase({ url, maxConnections: 1 })
  try {
    return await insertSlidesInto(database, organizationId, rows)
  } finally {
    await database.close()
  }
}

export async function insertSlidesInto(
  database: Pick<Database, 'asMember'>,
  organizationId: string,
  rows: readonly SlideToInsert[],
): Promise<string[]> {
  const made = rows.map((row) => rowsOf(organizationId, row))
  for (const { image } of made) withoutBytes.add(image.id)
  for (let first = 0; first < made.length; first += rowsAtOnce) {
    const some = made.slice(first, first + rowsAtOnce)
    await database.asMember({ organizationId }, async (tx) => {
      await tx.insert(files).values(some.map(({ file }) => file))
      await tx.insert(slides).values(some.map(({ slide }) => slide))
      await tx.insert(images).values(some.map(({ image }) => image))
    })
  }
  return made.map(({ slide }) => slide.id)
}

function rowsOf(organizationId: string, row: SlideToInsert) {
  const { name, projectId, size = 4096, createdAt = new Date() } = row
  const [fileId, slideId, imageId] = [newId(), newId(), newId()]
  const searchKey = name.toLowerCase()
  const common = { organizationId, createdAt, updatedAt: createdAt }
  const belonging = {
    projectId,
    tissueId: row.tissueId ?? null,
    stainerId: row.stainerId ?? null,
    createdBy: row.createdBy ?? null,
  }
  const ready = {
    state: 'stored',
    readingState: 'ready',
    mediaType: 'tiff',
    path: `files/${fileId}`,
  } as const
  const pixels = {
    width: 40_000,
    height: 30_000,
    pixelType: 'uint8',
    bitDepth: 8,
    samples: 3,
    vendor: 'generic',
  }
  return {
    file: {
      ...common,
      ...belonging,
      ...ready,
      id: fileId,
      name: `${name.slice(0, 240)}.tiff`,
      searchKey,
      size,
    },
    slide: {
      ...common,
      ...belonging,
      id: slideId,
      fileId,
      name,
      searchKey,
      imageId,
      sourceImageId: imageId,
      qcState: row.qcState ?? 'none',
    },
    image: { ...common, ...pixels, id: imageId, slideId, fileId, kind: 'source', state: 'ready' } as const,
  }
}
