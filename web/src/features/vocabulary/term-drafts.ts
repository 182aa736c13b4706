import type { Term, TermField, Values } from './vocabulary.ts'
import { words } from './words.ts'

export function blankValues(fields: readonly TermField[]): Values {
  return Object.fromEntries(fields.map(({ key }) => [key, '']))
}

export function trimmed(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([key, text]) => [key, text.trim()]))
}

export function checkValues(fields: readonly TermField[], values: Values): Values {
  return Object.fromEntries(
    fields
      .filter(({ key }) => (values[key] ?? '').trim() === '')
      .map(({ key, label }) => [key, words.required(label)]),
  )
}

/** The server takes two spellings for the same that differ in this only. */
function folded(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** What speaks against the name: a term that is called so already, or that another of this name went into. */
export function findTaken(terms: readonly Term[], values: Values, self?: Term): string | undefined {
  const key = (given: Values) =>
    JSON.stringify(Object.keys(values).map((field) => folded(given[field] ?? '')))
  const wanted = key(values)
  const others = terms.filter((term) => term.id !== self?.id)
  const same = others.find((term) => key(term.values) === wanted)
  if (same) return words.exists(same.name)
  const typed = folded(Object.values(values).join(' · '))
  for (const term of others) {
    const alias = term.aliases.find((each) => folded(each) === typed)
    if (alias !== undefined) return words.merged(alias, term.name)
  }
  return undefined
}

export interface Suggestion {
  text: string
  /** What the organisation uses already comes before what is merely common. */
  inUse: boolean
}

export function suggestionsFor(field: TermField, terms: readonly Term[]): Suggestion[] {
  const used = new Map<string, string>()
  for (const term of terms) {
    const text = term.values[field.key] ?? ''
    if (text !== '' && !used.has(folded(text))) used.set(folded(text), text)
  }
  const own = [...used.values()].sort((a, b) => a.localeCompare(b))
  return [
    ...own.map((text) => ({ text, inUse: true })),
    ...field.common.filter((text) => !used.has(folded(text))).map((text) => ({ text, inUse: false })),
  ]
}
