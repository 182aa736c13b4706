import { addPerson } from '../support/person.ts'
import type { BenchPostgres } from '../support/postgres.ts'
import { startBenchProduct } from '../support/product.ts'
import type { Stage } from '../support/stage.ts'

export interface TileProduct {
  pid: number
  origin: string
  port: number
  /** A new one, as those who look at slides have: it holds for some minutes. */
  token(): Promise<string>
  /** Uploads a slide and waits until it can be looked at. Resolves to the id of its image. */
  addSlide(path: string): Promise<string>
}

/** The product with an organisation, and somebody in it. */
export async function startTileProduct(stage: Stage, postgres: BenchPostgres): Promise<TileProduct> {
  // What `npm start` sets as well.
  const { pid, context } = await startBenchProduct(stage, postgres, { UV_THREADPOOL_SIZE: '24' })
  const { token, addSlide } = await addPerson(context, 'bench')
  const { origin, port } = context.config
  return { pid, origin, port, token, addSlide: async (path) => (await addSlide(path)).image_id }
}
