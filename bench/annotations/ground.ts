import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import { connectOwner, type Owner } from '../../server/src/platform/db/test-owner.ts'
import { type BenchPostgres, startPostgres } from '../support/postgres.ts'
import { type BenchProduct, startBenchProduct } from '../support/product.ts'
import type { Stage } from '../support/stage.ts'
import { importSlides, person } from '../viewer/product.ts'
import { largeSize, writeSlides } from '../viewer/slides.ts'
import type { Ground } from './seed.ts'

export interface Annotated {
  product: BenchProduct
  postgres: BenchPostgres
  owner: Owner
  ground: Ground
}

/** How many annotations there are, one after the other. */
export const steps = [1000, 20_000, 100_000] as const

/** The product with a large slide, on which nothing is annotated yet. */
export async function prepareGround(stage: Stage): Promise<Annotated> {
  await stage.requireSpace(6 * bytes.GB)
  const folder = join(stage.folder, 'slides')
  stage.say(`A slide of ${largeSize.width} × ${largeSize.height} pixels is made and read`)
  await writeSlides(folder, 0)
  const postgres = await startPostgres(stage)
  const product = await startBenchProduct(stage, postgres, { CRESYL_DEMO: 'true', UV_THREADPOOL_SIZE: '24' })
  const [slide] = await importSlides(stage, product, folder)
  if (slide === undefined) throw new Error('There is no slide.')
  const owner = await connectOwner(postgres.url)
  stage.onEnd(() => owner.end())
  const { rows } = await owner.query<{ user_id: string; organization_id: string }>(
    'select u.id as user_id, s.organization_id from users u, slides s where u.email = $1 and s.id = $2',
    [person.email, slide.id],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`Nobody is known as ${person.email}.`)
  const ground: Ground = {
    slideId: slide.id,
    imageId: slide.image_id,
    userId: row.user_id,
    organizationId: row.organization_id,
    ...largeSize,
  }
  return { product, postgres, owner, ground }
}
