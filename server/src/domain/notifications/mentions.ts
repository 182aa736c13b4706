import { eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { memberships, users } from '../../platform/db/schema/index.ts'
import { foldText } from '../../platform/text.ts'
import type { Work } from '../work.ts'
import { tellOfAnnotation } from './tell-of-annotation.ts'

export interface MentioningText {
  slideId: string
  annotationId: string
  /** What it said before: whoever was named there knows already. */
  before?: string
  text: string
}

/** Tells members whose names stand in a text after an @. */
export async function tellMentioned(work: Work, said: MentioningText): Promise<void> {
  if (!said.text.includes('@')) return
  const people = await membersByName(work.tx)
  const knew = new Set(mentionedIn(said.before ?? '', people))
  const to = mentionedIn(said.text, people).filter((id) => !knew.has(id))
  const { slideId, annotationId } = said
  await tellOfAnnotation(
    work,
    { kind: 'mention', slideId, annotationId, to },
    (author, slide) => `${author} mentioned you on ${slide}.`,
  )
}

interface NamedMember {
  id: string
  /** Folded. */
  name: string
}

/** The longest name first: “@Ann Lee” is not Ann. */
async function membersByName(tx: Tx): Promise<NamedMember[]> {
  return tx
    .select({ id: users.id, name: users.nameKey })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(isNull(memberships.disabledAt))
    .orderBy(sql`length(${users.nameKey}) desc`)
}

/** People of the same name are all meant: nobody else can tell them apart either. */
export function mentionedIn(text: string, people: readonly NamedMember[]): string[] {
  const found = new Set<string>()
  for (const after of foldText(text).split('@').slice(1)) {
    const named = people.find(({ name }) => name !== '' && isWholeName(after, name))
    for (const { id, name } of people) if (name === named?.name) found.add(id)
  }
  return [...found]
}

function isWholeName(after: string, name: string): boolean {
  return after.startsWith(name) && !/^[\p{L}\p{N}]/u.test(after.slice(name.length))
}
