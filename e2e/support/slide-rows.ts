import type { Image } from '@cresyl/contract/slides/images'
import type { QcState } from '@cresyl/contract/slides/slides'
import { openDatabase, type Tx } from '../../server/src/platform/db/database.ts'
import { images, slides } from '../../server/src/platform/db/schema/index.ts'
import { findRunningPostgres } from '../../server/src/platform/postgres/runtime-file.ts'
import type { Product } from './product.ts'

/** As while its file is read, and as when that came to nothing: too short a while to be met otherwise. */
export function setImageState(
  product: Product,
  id: string,
  state: Image['state'],
  stateMessage = '',
): Promise<void> {
  return asSystem(product, async (tx) => {
    const row = (await tx.select().from(images)).find((image) => image.id === id)
    if (row === undefined) throw new Error(`There is no image ${id}.`)
    await tx
      .insert(images)
      .values(row)
      .onConflictDoUpdate({ target: images.id, set: { state, stateMessage } })
  })
}

/** As quality control leaves it. */
export function setQcState(product: Product, id: string, qcState: QcState): Promise<void> {
  return asSystem(product, async (tx) => {
    const row = (await tx.select().from(slides)).find((slide) => slide.id === id)
    if (row === undefined) throw new Error(`There is no slide ${id}.`)
    await tx.insert(slides).values(row).onConflictDoUpdate({ target: slides.id, set: { qcState } })
  })
}

async function asSystem({ dataDir }: Product, work: (tx: Tx) => Promise<void>): Promise<void> {
  const url = await findRunningPostgres(dataDir)
  if (url === null) throw new Error('The database of the product does not run: start it first.')
  const database = openDatabase({ url, maxConnections: 1 })
  try {
    await database.asSystem(work)
  } finally {
    await database.close()
  }
}
