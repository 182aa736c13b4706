import type { AuditEvent } from '@cresyl/contract/api/audit'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { eventsAskedFor } from '@cresyl/contract/operations/audit-subjects'
import { auditLimits, type listAudits } from '@cresyl/contract/operations/audits'
import { desc, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { audits } from '../../platform/db/schema/index.ts'
import { findWords } from './find-words.ts'
import { exactTime, type Place, readPlace } from './place.ts'
import {
  allRows,
  byAddresses,
  byEvents,
  byPeople,
  byPlatform,
  bySubjects,
  bySuperadmins,
  type RowLists,
  together,
} from './row-lists.ts'

type AuditQuery = RouteRequest<typeof listAudits>['query']
export type AuditFilter = Omit<AuditQuery, 'limit' | 'offset'>
export type AuditRow = typeof audits.$inferSelect & { at: string; bySuperadmin: boolean }

/** Rows that are looked at for one page, whatever is asked for. */
const lookedAt = 12_000
const fewestOfAList = 64

export interface Chosen {
  lists: RowLists
  /** What rows of the lists must be besides; undefined: all of them fit. */
  besides: SQL | undefined
}

/** The lists that hold what is asked for, and little else. Undefined: nothing can fit. */
export async function chooseLists(tx: Tx, filter: AuditFilter): Promise<Chosen | undefined> {
  const { search = '', subject_id, superadmin, address, person_id: people = [], platform } = filter
  const events = eventsAskedFor(filter)
  if (events?.length === 0) return undefined
  const isAll = (lists: RowLists, ...besides: (SQL | undefined)[]): Chosen => {
    const conditions = besides.filter((each) => each !== undefined)
    return { lists, besides: conditions.length > 0 ? sql.join(conditions, sql` and `) : undefined }
  }
  const is = {
    event: events && sql`l.event = any (${sql.param([...events])}::text[])`,
    person: isBy(people, platform),
    subject: subject_id && sql`l.subject_id = ${subject_id}::uuid`,
    address: address && sql`l.address = ${address}`,
    superadmin: superadmin ? sql`l.by_superadmin` : undefined,
  }
  const rest = (...keys: (keyof typeof is)[]) => keys.map((key) => is[key] || undefined)
  if (search !== '') {
    const found = await findWords(tx, search)
    if (found.length === 0) return undefined
    return isAll(together(found), ...rest('event', 'person', 'subject', 'address', 'superadmin'))
  }
  if (subject_id !== undefined)
    return isAll(bySubjects([subject_id]), ...rest('event', 'person', 'address', 'superadmin'))
  if (superadmin) return isAll(bySuperadmins, ...rest('event', 'person', 'address'))
  if (address !== undefined) return isAll(byAddresses([address]), ...rest('event', 'person'))
  if (people.length > 0 || platform) return isAll(listsOf(people, platform, events))
  return isAll(events === undefined ? allRows : byEvents(events))
}

function listsOf(people: readonly string[], platform = false, events?: readonly AuditEvent[]): RowLists {
  return together([
    ...(people.length > 0 ? [byPeople(people, events)] : []),
    ...(platform ? [byPlatform(events)] : []),
  ])
}

function isBy(people: readonly string[], platform = false): SQL | undefined {
  const isAmong = sql`l.user_id = any (${sql.param([...people])}::uuid[])`
  if (people.length === 0) return platform ? sql`l.user_id is null` : undefined
  return platform ? sql`(${isAmong} or l.user_id is null)` : isAmong
}

function within({ from, to, before, after }: AuditFilter): SQL {
  const isBeside = (operator: '<' | '>', place: string) => {
    const { at, id } = readPlace(place)
    return sql`(a.occurred_at, a.id) ${sql.raw(operator)} (${at}::timestamptz, ${id}::uuid)`
  }
  const conditions = [
    from === undefined ? undefined : sql`a.occurred_at >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`a.occurred_at < ${to}::timestamptz`,
    before === undefined ? undefined : isBeside('<', before),
    after === undefined ? undefined : isBeside('>', after),
  ].filter((each) => each !== undefined)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

export interface FoundPlaces {
  /** The newest first; one more than asked for where there are more. */
  places: Place[]
  /** Rows that fit among those that were looked at. */
  fitting: number
  /** Nothing older was looked at; undefined: everything was. */
  cut: Place | undefined
}

/** Heads of lists are cut off somewhere: below the newest of these ends, rows of that list may be missing. */
export async function findPlaces(
  tx: Tx,
  { lists, besides }: Chosen,
  filter: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundPlaces> {
  const wanted = offset + limit + 1
  const ofAList = Math.max(fewestOfAList, Math.floor(lookedAt / lists.count))
  const most = besides === undefined ? Math.min(wanted, ofAList) : ofAList
  const columns = sql`a.id, a.occurred_at, a.event, a.user_id, a.subject_id, a.address,
    is_by_superadmin(a.event, a.details) as by_superadmin`
  const { rows } = await tx.execute<{
    what: 'row' | 'cut' | 'count'
    at: string | null
    id: string | null
    n: number
  }>(sql`
    with lists as materialized (
      ${lists.heads({ columns, where: within(filter), most })}
    ), ends as (
      select distinct on (list) occurred_at, id from lists
      where list in (select list from lists group by list having count(*) >= ${most})
      order by list, occurred_at, id
    ), cut as (
      select occurred_at, id from ends order by occurred_at desc, id desc limit 1
    ), fitting as materialized (
      select distinct l.occurred_at, l.id from lists l
      where ${besides ?? sql`true`}
        and not exists (select from cut where (l.occurred_at, l.id) < (cut.occurred_at, cut.id))
    )
    (select 'row' as what, ${exactTime(sql`occurred_at`)} as at, id, 0 as n from fitting
      order by occurred_at desc, id desc limit ${limit + 1} offset ${offset})
    union all select 'cut', ${exactTime(sql`occurred_at`)}, id, 0 from cut
    union all select 'count', null, null, count(*)::int from fitting`)
  const place = ({ at, id }: { at: string | null; id: string | null }) => ({ at: at ?? '', id: id ?? '' })
  const cut = rows.find(({ what }) => what === 'cut')
  return {
    places: rows.filter(({ what }) => what === 'row').map(place),
    fitting: rows.find(({ what }) => what === 'count')?.n ?? 0,
    cut: cut && place(cut),
  }
}

/** Up to one more than are counted. */
export async function countRows(tx: Tx, { lists }: Chosen, filter: AuditFilter): Promise<number> {
  const { before, ...whole } = filter
  const most = auditLimits.counted + 1
  const heads = lists.heads({ columns: sql`a.id`, where: within(whole), most, unordered: true })
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(distinct id)::int as n from (select id from (${heads}) as heads limit ${most}) as counted`,
  )
  return rows[0]?.n ?? 0
}

/** The rows at these places, newest first. */
export async function selectRows(tx: Tx, places: readonly Place[]): Promise<AuditRow[]> {
  if (places.length === 0) return []
  const rows = await tx
    .select({
      row: audits,
      at: exactTime(sql`${audits.occurredAt}`),
      bySuperadmin: sql<boolean>`is_by_superadmin(${audits.event}, ${audits.details})`,
    })
    .from(audits)
    .where(sql`${audits.id} = any (${sql.param(places.map(({ id }) => id))}::uuid[])`)
    .orderBy(desc(audits.occurredAt), desc(audits.id))
  return rows.map(({ row, at, bySuperadmin }) => ({ ...row, at, bySuperadmin }))
}
