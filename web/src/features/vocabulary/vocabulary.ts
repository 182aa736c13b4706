import type { Page } from '@cresyl/contract/api/list'
import type { Permission } from '@cresyl/contract/api/permissions'
import type { Api } from '../../lib/api/api.ts'
import type { VocabularyWords } from './words.ts'

/** What a term is made of: the organ and the species of a tissue, the stain type of a stain. */
export type Values = Readonly<Record<string, string>>

/** A tissue or a stain, as the lists and forms here treat them alike. */
export interface Term {
  id: string
  values: Values
  /** All of it in one line. */
  name: string
  /** Names that were merged into it. */
  aliases: string[]
  /** Slides that have it. */
  uses: number
  updated_at: string
  version: number
}

export interface TermField {
  key: string
  label: string
  /** Suggested beside what the organisation has already. */
  common: readonly string[]
}

type Call = Api['call']

export interface ListQuery {
  limit: number
  offset: number
  search: string | null
}

/** One of the lists of terms an organisation keeps, and how the server is asked about it. */
export interface Vocabulary {
  key: 'tissues' | 'stainers'
  words: VocabularyWords
  fields: readonly TermField[]
  permissions: { read: Permission; create: Permission; update: Permission; delete: Permission }
  list(call: Call, query: ListQuery, signal: AbortSignal): Promise<Page<Term>>
  create(call: Call, values: Values): Promise<Term>
  update(call: Call, term: Term, values: Values): Promise<Term>
  merge(call: Call, term: Term, into: Term): Promise<Term>
  remove(call: Call, term: Term): Promise<unknown>
  /** What is stored now, where a save was refused for its version. */
  storedNow(error: unknown): Term | null
}
