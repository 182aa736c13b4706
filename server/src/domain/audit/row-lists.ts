import type { AuditEvent } from '@cresyl/contract/api/audit'
import { auditEventKeys } from '@cresyl/contract/operations/audit-subjects'
import { type SQL, sql } from 'drizzle-orm'

/**
 * Lists of rows, each the range of one index, newest first. The log is put together of the heads of as many lists
 * as it takes, so that whatever is asked for never reads more than a page and the heads: the events are known, so one
 * person's rows are as many lists as there are events.
 */
export interface RowLists {
  /** How many there are. */
  count: number
  /** A query for (list, what is asked for) of rows that fit, at most so many of each. */
  heads(want: Wanted): SQL
}

export interface Wanted {
  columns: SQL
  where: SQL
  /** Of each list. */
  most: number
  /** In no order: to be counted. */
  unordered?: boolean
}

const order = sql`order by a.occurred_at desc, a.id desc`

function lists(count: number, keys: SQL | undefined, name: SQL, is: SQL): RowLists {
  return {
    count,
    heads: ({ columns, where, most, unordered = false }) => {
      const rows = sql`select ${columns} from audits a where ${is} and ${where} ${unordered ? sql`` : order} limit ${most}`
      return keys === undefined
        ? sql`select ${name} as list, r.* from (${rows}) as r`
        : sql`select ${name} as list, r.* from ${keys} cross join lateral (${rows}) as r`
    },
  }
}

const given = (values: readonly string[], type: 'uuid' | 'text') =>
  sql`unnest(${sql.param([...values])}::${sql.raw(type)}[])`

export const allRows = lists(1, undefined, sql`'all'`, sql`true`)

export const bySuperadmins = lists(
  1,
  undefined,
  sql`'superadmins'`,
  sql`is_by_superadmin(a.event, a.details)`,
)

export const byAddresses = (addresses: readonly string[]) =>
  lists(
    addresses.length,
    sql`${given(addresses, 'text')} as f (address)`,
    sql`'f ' || f.address`,
    sql`a.address = f.address`,
  )

/** What programs call themselves. */
export const byClients = (clients: readonly string[]) =>
  lists(
    clients.length,
    sql`${given(clients, 'text')} as c (client)`,
    sql`'c ' || c.client`,
    sql`a.client = c.client`,
  )

export const byTokens = (ids: readonly string[]) =>
  lists(ids.length, sql`${given(ids, 'uuid')} as t (id)`, sql`'t ' || t.id`, sql`a.api_token_id = t.id`)

export const byEvents = (events: readonly AuditEvent[]) =>
  lists(
    events.length,
    sql`${given(events, 'text')} as e (event)`,
    sql`'e ' || e.event`,
    sql`a.event = e.event`,
  )

export const byPeople = (ids: readonly string[], events: readonly AuditEvent[] = auditEventKeys) =>
  lists(
    ids.length * events.length,
    sql`${given(ids, 'uuid')} as p (id) cross join ${given(events, 'text')} as e (event)`,
    sql`'p ' || p.id || e.event`,
    sql`a.user_id = p.id and a.event = e.event`,
  )

/** What nobody signed in for. */
export const byPlatform = (events: readonly AuditEvent[] = auditEventKeys) =>
  lists(
    events.length,
    sql`${given(events, 'text')} as e (event)`,
    sql`'n ' || e.event`,
    sql`a.user_id is null and a.event = e.event`,
  )

export const bySubjects = (ids: readonly string[]) =>
  lists(ids.length, sql`${given(ids, 'uuid')} as s (id)`, sql`'s ' || s.id`, sql`a.subject_id = s.id`)

export const byId = (id: string) => lists(1, undefined, sql`'id'`, sql`a.id = ${id}::uuid`)

/** A request's id tells when it came, and its rows were written soon after. */
export function byRequest(id: string): RowLists {
  const came = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  const around = (minutes: number) => new Date(Math.min(came, 8e15) + minutes * 60_000).toISOString()
  const isThen = sql`a.occurred_at between ${around(-1)}::timestamptz and ${around(10)}::timestamptz`
  return lists(1, undefined, sql`'request'`, sql`${isThen} and a.request_id = ${id}`)
}

export function together(each: readonly RowLists[]): RowLists {
  return {
    count: each.reduce((sum, { count }) => sum + count, 0),
    heads: (want) =>
      sql.join(
        each.map((one) => sql`(${one.heads(want)})`),
        sql` union all `,
      ),
  }
}
