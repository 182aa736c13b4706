import type { PgColumn } from 'drizzle-orm/pg-core'
import type { slides, stainers, tissues } from '../../platform/db/schema/index.ts'
import { foldText } from '../../platform/text.ts'

/** What a name is made of: an organ and a species, or the name of a stain. */
export type WordList = Record<string, string>

export type TermTable = typeof tissues | typeof stainers

/**
 * The names an organisation agrees on for one kind of thing: its tissues, its stains. Two that mean the same are
 * merged: one is kept, the other stays as an earlier name of it and can't be used again.
 */
export interface Vocabulary<Words extends WordList, View> {
  table: TermTable
  /** One of them, in a sentence. */
  noun: string
  /** The unique index of the folded names. */
  uniqueName: string
  /** What makes up a name. */
  wordColumns: Record<keyof Words, PgColumn>
  /** The words as columns of a row to write. */
  rowOf(words: Words): Partial<TermTable['$inferInsert']>
  view(words: Words, aliases: Words[]): View
  /** Columns elsewhere that name one of these: a merge lets them name the kept one. */
  references: readonly PgColumn[]
  /** The one of them that is a slide's. */
  slideColumn: typeof slides.tissueId | typeof slides.stainerId
}

export interface Term<Words> {
  id: string
  words: Words
  nameKey: string
  mergedInto: string | null
  createdAt: Date
  updatedAt: Date
  version: number
}

/** A tab can't be in a word, and comes before all that can: the organ “bone” is sorted before “bone marrow”. */
export function nameKeyOf(words: WordList): string {
  return Object.values(words).map(foldText).join('\t')
}

export function nameOf(words: WordList): string {
  return Object.values(words).join(', ')
}

export interface TermView {
  id: string
  use_count: number
  created_at: string
  updated_at: string
  version: number
}

export function viewTerm<Words extends WordList, View>(
  vocabulary: Vocabulary<Words, View>,
  term: Term<Words>,
  { aliases, uses }: { aliases: Words[]; uses: number },
): View & TermView {
  return {
    id: term.id,
    ...vocabulary.view(term.words, aliases),
    use_count: uses,
    created_at: term.createdAt.toISOString(),
    updated_at: term.updatedAt.toISOString(),
    version: term.version,
  }
}
