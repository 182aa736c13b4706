import type { Slide } from '@cresyl/contract/slides'
import { words } from '../words.ts'

export const projectName = (project: Slide['project']): string => project?.name ?? words.drawer.unsorted

export function tissueName(tissue: Slide['tissue']): string | null {
  return tissue && `${tissue.organ} · ${tissue.species}`
}

/** "Liver · H&E": what is known of it. */
export function tissueAndStain({ tissue, stainer }: Pick<Slide, 'tissue' | 'stainer'>): string {
  const known = [tissue && `${tissue.organ} (${tissue.species})`, stainer?.stain_type]
  return known.filter(Boolean).join(' · ') || words.list.nothingKnown
}
