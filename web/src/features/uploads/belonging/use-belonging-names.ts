import type { Belonging } from '../../../engine/uploads/upload-api.ts'
import { words } from '../words.ts'
import { type Choice, useProjectChoice, useStainChoices, useTissueChoices } from './queries.ts'

interface BelongingNames {
  project: string
  tissue: string
  stain: string
}

export function useBelongingNames({ projectId, tissueId, stainerId }: Belonging): BelongingNames {
  const project = useProjectChoice(projectId)
  const tissues = useTissueChoices()
  const stains = useStainChoices()
  return {
    project: projectId === null ? words.belonging.unsorted : (project?.name ?? words.belonging.unknown),
    tissue: nameOf(tissues, tissueId),
    stain: nameOf(stains, stainerId),
  }
}

function nameOf(choices: readonly Choice[], id: string | null): string {
  if (id === null) return words.belonging.none
  return choices.find((choice) => choice.id === id)?.name ?? words.belonging.unknown
}
