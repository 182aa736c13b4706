import { words } from '../words.ts'
import type { Choice } from './queries.ts'

/** A project that is there, one that could be created, or a word about those that are not listed. */
export interface ProjectOption extends Choice {
  kind: 'known' | 'more' | 'new'
}

interface Found {
  choices: readonly Choice[]
  /** How many there are in all. */
  count: number
}

/** What was found and, last, a new one of the name that was typed, unless there is one of that name. */
export function projectOptions(
  { choices, count }: Found,
  typed: string,
  mayCreate: boolean,
): readonly ProjectOption[] {
  const options = choices.map((choice): ProjectOption => ({ kind: 'known', ...choice }))
  const isThere = choices.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
  const hidden = count - choices.length
  if (hidden > 0) options.push({ kind: 'more', id: '', name: words.belonging.more(hidden) })
  if (mayCreate && typed !== '' && !isThere) options.push({ kind: 'new', id: '', name: typed })
  return options
}
