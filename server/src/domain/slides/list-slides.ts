import type { Slide } from '@cresyl/contract/slides'
import { requirePermission } from '../access.ts'
import type { Rows } from '../paging.ts'
import type { Work } from '../work.ts'
import { viewSlides } from './parts.ts'
import { countSlides, type SlideQuery, selectSlides } from './queries.ts'

export async function listSlides(work: Work, query: SlideQuery): Promise<Rows<Slide>> {
  const { tx, member } = work
  if (query.state === 'deleted') requirePermission(member, 'delete:slides')
  const found = await selectSlides(tx, query)
  return { count: await countSlides(tx, query), results: await viewSlides(work, found) }
}
