import type { Annotation } from '@cresyl/contract/annotations'
import type { Work } from '../work.ts'
import { findAnnotation } from './queries.ts'
import { viewAnnotation } from './view.ts'

export async function readAnnotation({ tx }: Work, id: string): Promise<Annotation> {
  return viewAnnotation(await findAnnotation(tx, id))
}
