import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Slide } from '@cresyl/contract/slides/slides'
import { encodeChunk } from '../../analysis/src/inference/chunk-file.ts'
import { fileTile } from '../../analysis/src/inference/run-plan.ts'
import { chunkFolder, chunkName } from '../../server/src/domain/inference/chunk-objects.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import {
  images,
  inferenceJobs,
  predictors,
  predictorVersions,
} from '../../server/src/platform/db/schema/index.ts'
import { newId } from '../../server/src/platform/id.ts'
import { findRunningPostgres } from '../../server/src/platform/postgres/runtime-file.ts'
import { objectFile } from '../../server/src/platform/storage/disk/folders.ts'
import { encodeJpeg } from '../../slides/src/codecs/jpeg.ts'
import type { Product } from './product.ts'
import { qcSlideSide } from './qc-slide-names.ts'

/**
 * A run that is under way for as long as the test wants, of which a part is done: all of it green. No worker knows of
 * it, so none ends it.
 */
export async function beginRun(product: Product, organizationId: string, slide: Slide): Promise<string> {
  const url = await findRunningPostgres(product.dataDir)
  if (url === null) throw new Error('The database of the product does not run: start it first.')
  const database = openDatabase({ url, maxConnections: 1 })
  try {
    return await database.asMember({ organizationId }, async (tx) => {
      const known = await tx.select().from(predictors)
      const predictor = known.find(({ key }) => key === 'stain-normalisation')
      const versions = await tx.select().from(predictorVersions)
      const version = versions.find(({ predictorId }) => predictorId === predictor?.id)
      const all = await tx.select().from(images)
      const image = all.find(({ id }) => id === slide.image_id)
      if (!image) throw new Error('The slide has no image.')
      if (!predictor || !version) throw new Error('The predictors are not known yet: ask for them first.')
      const id = newId()
      const run = { id, predictorVersionId: version.id }
      const path = `${chunkFolder(run, image)}/${chunkName(0)}`
      const file = objectFile({ objects: `${product.storageDir}/objects` }, { organizationId, path })
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, await greenChunk())
      await tx.insert(inferenceJobs).values({
        id,
        organizationId,
        slideId: slide.id,
        imageId: slide.image_id,
        predictorId: predictor.id,
        predictorVersionId: version.id,
        state: 'running',
        params: {},
        channels: {},
      })
      return id
    })
  } finally {
    await database.close()
  }
}

async function greenChunk(): Promise<Uint8Array> {
  const side = fileTile
  const data = Uint8Array.from({ length: 3 * side * side }, (_, at) => (at % 3 === 1 ? 200 : 0))
  const shape = { width: side, height: side, samples: 3, pixelType: 'u8' } as const
  const bytes = await encodeJpeg({ ...shape, data }, { quality: 90, subsampling: '4:4:4' })
  const pixels = [0, 1, 2].flatMap((level) => {
    const tiles = Math.ceil(qcSlideSide / side / 2 ** level)
    return Array.from({ length: tiles * tiles }, (_, at) => ({
      output: 'normalised',
      channel: 0,
      level,
      x: at % tiles,
      y: Math.floor(at / tiles),
      bytes,
    }))
  })
  return encodeChunk({ pixels, things: [], tallies: {}, computed: 1, skipped: 0 })
}
