import type { PaletteAction } from '../../ui/frame/palette-actions.ts'
import { useSettled } from '../../ui/list/use-settled.ts'
import { actionGroup, type Group, projectGroup, recentGroup, slideGroup } from './items.ts'
import { useFoundProjects, useFoundSlides, useLastViewed } from './queries.ts'

interface PaletteGroups {
  groups: readonly Group[]
  /** What the groups are of. */
  search: string
  /** Something of what was typed has not been answered yet. */
  isPending: boolean
  /** Nothing was found of it: what is shown instead is all that can be done. */
  isNothing: boolean
}

/** What can be chosen for what was typed. */
export function usePaletteGroups(typed: string, actions: readonly PaletteAction[]): PaletteGroups {
  const wanted = typed.trim()
  const search = useSettled(wanted)
  const projects = useFoundProjects(search)
  const slides = useFoundSlides(search)
  const recent = useLastViewed()
  if (wanted === '') {
    const groups = [recentGroup(recent), actionGroup(actions, '')].filter(hasItems)
    return { groups, search: '', isPending: recent.isPending, isNothing: false }
  }
  const isPending = search !== wanted || projects.isPending || slides.isPending
  const found = [
    // Until the answer is there, that to something else is no answer.
    ...(search === wanted ? [projectGroup(projects), slideGroup(slides)] : []),
    actionGroup(actions, wanted),
  ].filter(hasItems)
  const isNothing = !isPending && found.length === 0
  const groups = isNothing ? [actionGroup(actions, '')] : found
  return { groups, search: isNothing ? '' : wanted, isPending, isNothing }
}

const hasItems = ({ items }: Group): boolean => items.length > 0
