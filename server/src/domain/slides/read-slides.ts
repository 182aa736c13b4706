import type { Slide } from '@cresyl/contract/slides'
import { requirePermission } from '../access.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { viewOneSlide, viewSlides } from './parts.ts'
import { countSlides, findNames, findSlide, type SlideQuery, selectSlides } from './queries.ts'

export async function listSlides(work: Work, query: SlideQuery): Promise<Rows<Slide>> {
  const { tx, member } = work
  if (query.state === 'deleted') requirePermission(member, 'delete:slides')
  const names = await findNames(tx, query)
  const count = await countSlides(tx, query, names)
  // Where none is left the database would look through all to find none.
  const found = count > query.offset ? await selectSlides(tx, query, names) : []
  return { count, results: await viewSlides(work, found) }
}

export async function readSlide(work: Work, id: string): Promise<Slide> {
  return viewOneSlide(work, await findSlide(work.tx, id))
}
