import { listLimits } from '@cresyl/contract/api/limits'
import { createProject, listProjects, type Project, readProject } from '@cresyl/contract/lab/projects'
import { listStainers } from '@cresyl/contract/lab/stainers'
import { listTissues } from '@cresyl/contract/lab/tissues'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageOf, resultsOf } from '../../../lib/api/paging.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { tissueName } from '../../../ui/text/tissue-name.ts'

/** Something to choose, by its name. */
export interface Choice {
  id: string
  name: string
}

/** More would not be read through: the search finds the others. */
const choicesAtOnce = 20

const namedProject = (id: string) => [...liveKeys.projects, 'name', id] as const
const choiceOf = ({ id, name }: Project): Choice => ({ id, name })

/** Projects that something can still be added to: those that were changed last come first. */
export function useProjectChoices(search: string, enabled: boolean) {
  useLive('projects')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.projects, 'choices', search],
    queryFn: async ({ signal }) => {
      const query = { ...pageOf(0, choicesAtOnce), search: search || null, state: 'active' as const }
      const { results, count } = await call(listProjects, { query }, { signal })
      return { choices: results.map(choiceOf), count }
    },
    enabled,
    placeholderData: keepPreviousData,
  })
}

/** The project with this id by name; undefined until it is known. */
export function useProjectChoice(id: string | null | undefined): Choice | undefined {
  useLive('projects')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: namedProject(id ?? ''),
    queryFn: async ({ signal }) =>
      choiceOf(await call(readProject, { params: { id: id ?? '' } }, { signal })),
    enabled: Boolean(id),
  })
  return data
}

export function useCreateProject() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const idempotencyKey = crypto.randomUUID()
      return choiceOf(await call(createProject, { body: { name } }, { idempotencyKey }))
    },
    onSuccess: (choice) => {
      client.setQueryData(namedProject(choice.id), choice)
      return client.invalidateQueries({ queryKey: liveKeys.projects })
    },
  })
}

const everything = pageOf(0, listLimits.all)
const none: readonly Choice[] = []

export function useTissueChoices(): readonly Choice[] {
  useLive('tissues')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.tissues, 'choices'],
    queryFn: async ({ signal }) => {
      const tissues = resultsOf(await call(listTissues, { query: everything }, { signal }))
      return tissues.map((tissue): Choice => ({ id: tissue.id, name: tissueName(tissue) }))
    },
  })
  return data ?? none
}

export function useStainChoices(): readonly Choice[] {
  useLive('stainers')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.stainers, 'choices'],
    queryFn: async ({ signal }) => {
      const stainers = resultsOf(await call(listStainers, { query: everything }, { signal }))
      return stainers.map(({ id, stain_type }): Choice => ({ id, name: stain_type }))
    },
  })
  return data ?? none
}
