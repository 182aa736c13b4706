import type { Slide } from '@cresyl/contract/slides'
import type { Work } from '../work.ts'
import { viewOneSlide } from './parts.ts'
import { findSlide } from './queries.ts'

export async function readSlide(work: Work, id: string): Promise<Slide> {
  return viewOneSlide(work, await findSlide(work.tx, id))
}
