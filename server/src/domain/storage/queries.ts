import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ObjectKey, ObjectStat } from '../../platform/storage/storage.ts'

/** An object as the database knows it. */
export interface ObjectRow extends ObjectKey {
  size: number
  hash: Buffer | null
  partSize: number | null
  /** To the microsecond, so that a replacement in the same moment is another one. */
  storedAt: string
  writing: boolean
}

export interface Pair {
  path: string
  row?: ObjectRow
  found?: ObjectStat
}

const rowsAtOnce = 1000

export async function totalBytes(tx: Tx, organizationId: string): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    select coalesce(sum(size), 0) as bytes from stored_objects
    where organization_id = ${organizationId} and stored_at is not null`)
  return Number(rows[0]?.bytes)
}

/**
 * Every path that the database or storage knows, in order, with what each says of it: two sorted lists read side by
 * side, neither of which has to fit into memory.
 */
export async function* pairWithRows(context: Context, organizationId: string): AsyncGenerator<Pair> {
  const rows = listRows(context, organizationId)
  const stats = context.storage.list(organizationId, '')[Symbol.asyncIterator]()
  let row = await rows.next()
  let found = await stats.next()
  while (!row.done || !found.done) {
    const first = earliest(row.done ? undefined : row.value.path, found.done ? undefined : found.value.path)
    const pair: Pair = { path: first }
    if (!row.done && row.value.path === first) {
      pair.row = row.value
      row = await rows.next()
    }
    if (!found.done && found.value.path === first) {
      pair.found = found.value
      found = await stats.next()
    }
    yield pair
  }
}

function earliest(a: string | undefined, b: string | undefined): string {
  if (a === undefined) return b ?? ''
  return b === undefined || a <= b ? a : b
}

async function* listRows(
  { database }: Context,
  organizationId: string,
): AsyncGenerator<ObjectRow, undefined> {
  for (let after = ''; ; ) {
    const rows = await database.asSystem((tx) => selectRows(tx, organizationId, after))
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    after = last.path
  }
}

const columns = sql`organization_id, path, size, hash, part_size, stored_at::text as stored_at,
  writing is not null as writing`

type Columns = {
  organization_id: string
  path: string
  size: string
  hash: Buffer | null
  part_size: string | null
  stored_at: string
  writing: boolean
}

/** In the order of bytes, as storage lists: the order of the database's language may be another. */
async function selectRows(tx: Tx, organizationId: string, after: string): Promise<ObjectRow[]> {
  const { rows } = await tx.execute<Columns>(sql`
    select ${columns} from stored_objects
    where organization_id = ${organizationId} and path collate "C" > ${after} and stored_at is not null
    order by path collate "C" limit ${rowsAtOnce}`)
  return rows.map(toRow)
}

export async function readRow(tx: Tx, { organizationId, path }: ObjectKey): Promise<ObjectRow | undefined> {
  const { rows } = await tx.execute<Columns>(sql`
    select ${columns} from stored_objects
    where organization_id = ${organizationId} and path = ${path} and stored_at is not null`)
  return rows.map(toRow)[0]
}

/** Also by an upload that is being put in its place. */
export async function isBeingWritten(tx: Tx, { organizationId, path }: ObjectKey): Promise<boolean> {
  const { rows } = await tx.execute<{ known: boolean }>(sql`
    select exists (select from stored_objects where organization_id = ${organizationId} and path = ${path})
      or exists (
        select from uploads
        where organization_id = ${organizationId} and path = ${path} and state = 'completing'
      ) as known`)
  return rows[0]?.known === true
}

function toRow({ organization_id, path, size, hash, part_size, stored_at, writing }: Columns): ObjectRow {
  return {
    organizationId: organization_id,
    path,
    size: Number(size),
    hash,
    partSize: part_size === null ? null : Number(part_size),
    storedAt: stored_at,
    writing,
  }
}
