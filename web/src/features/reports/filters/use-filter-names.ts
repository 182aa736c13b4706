import { type Filters, filterKeys, noneKey } from '../model/filters.ts'
import { words } from '../words.ts'
import { useChoices } from './queries.ts'

/** What is filtered by, in words: "Stain: H&E, DAPI". */
export function useFilterNames(filters: Filters): string[] {
  const choices = {
    project: useChoices('project', filters.project.length > 0),
    tissue: useChoices('tissue', filters.tissue.length > 0),
    stain: useChoices('stain', filters.stain.length > 0),
    predictor: useChoices('predictor', filters.predictor.length > 0),
    member: useChoices('member', filters.member.length > 0),
  }
  return filterKeys.flatMap((key) => {
    const own = words.filters[key]
    const names = filters[key].map((id) =>
      id === noneKey ? own.none : (choices[key]?.find((choice) => choice.id === id)?.name ?? own.gone),
    )
    return names.length === 0 ? [] : [`${own.label}: ${names.join(', ')}`]
  })
}
