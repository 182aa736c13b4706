import { type AuditEvent, auditEvents } from '@cresyl/contract/api/audit'
import { auditEventKeys } from '@cresyl/contract/operations/audit-subjects'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { isId } from '../../platform/id.ts'
import { foldText, searchPatterns, searchWords } from '../../platform/text.ts'
import { builtIn } from '../predictors/built-in.ts'
import { platformName, settingsName } from './names.ts'
import {
  byAddresses,
  byClients,
  byEvents,
  byId,
  byPeople,
  byPlatform,
  byRequest,
  bySubjects,
  byTokens,
  type RowLists,
} from './row-lists.ts'

/** How many names are looked at, and how many rows are looked for by those that fit: of more they would be most of the log. */
const most = { people: 20, things: 200, origins: 2000, fittingOrigins: 50, annotations: 20_000 }
/** Names of slides and files are indexed by three letters. */
const indexedLength = 3

/** Where rows are that a search finds: rows hold ids, so names are looked up first. */
export async function findWords(tx: Tx, search: string): Promise<RowLists[]> {
  const word = foldText(search)
  if (isId(word)) return [byId(word), bySubjects([word]), byPeople([word]), byRequest(word)]
  const says = (text: string) => searchWords(search).every((each) => foldText(text).includes(each))
  const patterns = searchPatterns(search)
  const found: [readonly string[], (keys: readonly string[]) => RowLists][] = [
    [eventsSaying(says), (events) => byEvents(events as AuditEvent[])],
    [await peopleNamed(tx, patterns), byPeople],
    [says(platformName) ? [platformName] : [], () => byPlatform()],
    [await thingsNamed(tx, patterns, says), bySubjects],
    [await idsOf(tx, sql`select id from api_tokens where ${isLike(sql`lower(name)`, patterns)}`), byTokens],
    [await origins(tx, 'address', says), byAddresses],
    [await origins(tx, 'client', says), byClients],
  ]
  return found.flatMap(([keys, lists]) => (keys.length > 0 ? [lists(keys)] : []))
}

/** What the log calls it, or its name in programs. */
const eventsSaying = (says: (text: string) => boolean): AuditEvent[] =>
  auditEventKeys.filter((event) => says(`${auditEvents[event]} ${event}`))

const isLike = (text: SQL, patterns: string[]): SQL => sql`${text} like all (${sql.param(patterns)}::text[])`

async function idsOf(tx: Tx, query: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}

const peopleNamed = (tx: Tx, patterns: string[]) =>
  idsOf(
    tx,
    sql`select id from users where ${isLike(sql`name_key`, patterns)} order by name_key, id limit ${most.people}`,
  )

async function thingsNamed(tx: Tx, patterns: string[], says: (text: string) => boolean): Promise<string[]> {
  const few = sql`limit ${most.things}`
  const small = await idsOf(
    tx,
    sql`
    (select id from tissues where ${isLike(sql`lower(organ || ' · ' || species)`, patterns)} ${few})
    union all (select id from stainers where ${isLike(sql`lower(stain_type)`, patterns)} ${few})
    union all (select id from api_tokens where ${isLike(sql`lower(name)`, patterns)} ${few})
    union all (select id from invitations where ${isLike(sql`lower(name)`, patterns)} ${few})
    union all (select id from display_presets where ${isLike(sql`lower(name)`, patterns)} ${few})
    union all (select id from exports where ${isLike(sql`lower(file_name)`, patterns)} ${few})
    union all (select id from tickets where ${isLike(sql`lower('Ticket ' || reference)`, patterns)} ${few})
    union all (select id from organizations where ${isLike(sql`lower(display_name)`, patterns)} ${few})
    union all (select id from organization_settings where ${says(settingsName)} ${few})
    union all (select id from (
        select id, name, class_name from annotations order by created_at desc, id limit ${most.annotations}
      ) as newest where ${isLike(sql`lower(coalesce(nullif(name, ''), class_name))`, patterns)} ${few})`,
  )
  return [
    ...small,
    ...(await jobsCalled(tx, says)),
    ...(await predictorsCalled(tx, says)),
    ...(await indexedNames(tx, patterns)),
  ]
}

async function jobsCalled(tx: Tx, says: (text: string) => boolean): Promise<string[]> {
  const kinds = Object.entries(jobDefinitions).flatMap(([kind, { label }]) => (says(label) ? [kind] : []))
  if (kinds.length === 0) return []
  return idsOf(
    tx,
    sql`select id from jobs where kind = any (${sql.param(kinds)}::text[]) and parent_id is null
      order by created_at desc, id desc limit ${most.things}`,
  )
}

/** Predictors by name or key, with their newest runs. */
async function predictorsCalled(tx: Tx, says: (text: string) => boolean): Promise<string[]> {
  const keys = [...builtIn()].flatMap(([key, { predictor }]) =>
    says(`${predictor.manifest.name} ${key}`) ? [key] : [],
  )
  if (keys.length === 0) return []
  return idsOf(
    tx,
    sql`with called as (select id from predictors where key = any (${sql.param(keys)}::text[]))
    select id from called
    union all (select r.id from called c cross join lateral (
        select id from inference_jobs where predictor_id = c.id order by created_at desc limit ${most.things}
      ) as r limit ${most.things})`,
  )
}

/** Projects, slides and files, with images, checks and runs, which are called after their slide. */
async function indexedNames(tx: Tx, patterns: string[]): Promise<string[]> {
  if ((patterns[0]?.length ?? 0) - 2 < indexedLength) return []
  const given = sql.param(patterns)
  const few = sql`limit ${most.things}`
  return idsOf(
    tx,
    sql`with named as materialized (select slides_matching(${given}::text[]) as id ${few})
    select id from named
    union all (select projects_matching(${given}::text[]) ${few})
    union all (select files_matching(${given}::text[]) ${few})
    union all (select i.id from named s join images i on i.slide_id = s.id ${few})
    union all (select q.id from named s join qc_jobs q on q.slide_id = s.id ${few})
    union all (select r.id from named s join inference_jobs r on r.slide_id = s.id ${few})`,
  )
}

/** Addresses or programs that say it: each is read off the index once, however many rows have it. */
async function origins(
  tx: Tx,
  column: 'address' | 'client',
  says: (text: string) => boolean,
): Promise<string[]> {
  const name = sql.identifier(column)
  const { rows } = await tx.execute<{ value: string }>(sql`
    with recursive origins (value) as (
      (select ${name} from audits where ${name} is not null order by ${name} limit 1)
      union all
      select (select ${name} from audits where ${name} > o.value order by ${name} limit 1)
        from origins o where o.value is not null
    )
    select value from origins where value is not null limit ${most.origins}`)
  return rows
    .map(({ value }) => value)
    .filter(says)
    .slice(0, most.fittingOrigins)
}
