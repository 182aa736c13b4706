import { type AuditEvent, auditEvents } from '@cresyl/contract/audit'
import { auditEventKeys } from '@cresyl/contract/audit-subjects'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { foldText, searchPatterns, searchWords } from '../../platform/text.ts'
import { byEvents, byId, byPeople, byRequest, bySubjects, type RowLists } from './row-lists.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** People and things whose names are looked for; of more the rows would be most of the log. */
const most = { people: 20, things: 200 }
/** Names of slides and files are indexed by three letters. */
const indexedLength = 3

/** Where rows are that a search finds: rows hold ids, so names are looked up first. */
export async function findWords(tx: Tx, search: string): Promise<RowLists[]> {
  const word = foldText(search)
  if (uuid.test(word)) return [byId(word), bySubjects([word]), byPeople([word]), byRequest(word)]
  const events = eventsSaying(searchWords(search))
  const people = await peopleNamed(tx, search)
  const things = await thingsNamed(tx, search)
  return [
    ...(events.length > 0 ? [byEvents(events)] : []),
    ...(people.length > 0 ? [byPeople(people)] : []),
    ...(things.length > 0 ? [bySubjects(things)] : []),
  ]
}

/** What the log calls it, or its name in programs. */
function eventsSaying(words: readonly string[]): AuditEvent[] {
  return auditEventKeys.filter((event) => {
    const said = foldText(`${auditEvents[event]} ${event}`)
    return words.every((word) => said.includes(word))
  })
}

async function peopleNamed(tx: Tx, search: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where name_key like all (${sql.param(searchPatterns(search))}::text[])
    order by name_key, id limit ${most.people}`)
  return rows.map(({ id }) => id)
}

async function thingsNamed(tx: Tx, search: string): Promise<string[]> {
  const patterns = searchPatterns(search)
  if ((patterns[0]?.length ?? 0) - 2 < indexedLength) return []
  const given = sql.param(patterns)
  const { rows } = await tx.execute<{ id: string }>(sql`
    (select projects_matching(${given}::text[]) as id limit ${most.things})
    union (select slides_matching(${given}::text[]) limit ${most.things})
    union (select files_matching(${given}::text[]) limit ${most.things})`)
  return rows.map(({ id }) => id)
}
