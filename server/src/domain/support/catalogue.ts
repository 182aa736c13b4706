import { ApiError } from '@cresyl/contract/api/errors'
import {
  deskCategories,
  deskPipelines,
  type TicketCategory,
  type TicketPipeline,
} from '@cresyl/contract/operations/support'
import type { Context } from '../../platform/context.ts'

/** What a ticket can be put under. */
export interface Catalogue {
  pipelines: readonly TicketPipeline[]
  categories: readonly TicketCategory[]
  /** HubSpot could not be asked: what a new account has is offered, and put right when the ticket is sent. */
  guessed: boolean
}

export const deskCatalogue: Catalogue = {
  pipelines: deskPipelines,
  categories: deskCategories,
  guessed: false,
}

/** Never fails: help can be asked for while HubSpot is down. */
export async function readCatalogue({ hubspot, log }: Pick<Context, 'hubspot' | 'log'>): Promise<Catalogue> {
  if (hubspot === null) return deskCatalogue
  try {
    const [pipelines, categories] = await Promise.all([hubspot.pipelines(), hubspot.categories()])
    return { pipelines, categories, guessed: false }
  } catch (error) {
    log.warn({ err: error }, 'the pipelines and categories of HubSpot could not be read')
    return { ...deskCatalogue, guessed: true }
  }
}

/** The one that was asked for, or the first. */
export function choosePipeline({ pipelines, guessed }: Catalogue, asked: string | undefined) {
  const first = pipelines[0] ?? deskPipelines[0]
  const chosen = asked === undefined ? first : pipelines.find(({ id }) => id === asked)
  if (chosen !== undefined) return { id: chosen.id, label: chosen.label }
  if (guessed && asked !== undefined) return { id: asked, label: asked }
  return refuse('pipeline', 'This pipeline does not exist. Choose one from the list.')
}

export function chooseCategory({ categories, guessed }: Catalogue, asked: string | undefined) {
  const first = categories[0] ?? deskCategories[0]
  const chosen = asked === undefined ? first : categories.find(({ value }) => value === asked)
  if (chosen !== undefined) return chosen
  if (guessed && asked !== undefined) return { value: asked, label: asked }
  return refuse('category', 'This category does not exist. Choose one from the list.')
}

function refuse(field: string, sentence: string): never {
  throw new ApiError('invalid_input', { detail: sentence, fields: { [field]: [sentence] } })
}
