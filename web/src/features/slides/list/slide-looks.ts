import type { Slide } from '@cresyl/contract/slides/slides'
import { tissueName } from '../../../ui/text/tissue-name.ts'
import { words } from '../words.ts'

export const projectName = (project: Slide['project']): string => project?.name ?? words.drawer.unsorted

/** "Liver · Human · H&E": what is known of it. */
export function tissueAndStain({ tissue, stainer }: Pick<Slide, 'tissue' | 'stainer'>): string {
  const known = [tissue && tissueName(tissue), stainer?.stain_type]
  return known.filter(Boolean).join(' · ') || words.list.nothingKnown
}
