import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@cresyl/contract/api/errors'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ObjectKey, Storage } from '../../platform/storage/storage.ts'
import type { Member } from '../work.ts'

/** Annotations that were chosen one by one: more than an address or a row of the audit log can name. */
export interface Selection {
  /** What it is called in both: the SHA-256 of its ids, so that the same ones are kept once. */
  name: string
  /** In order, each once. */
  ids: readonly string[]
}

const idBytes = 16

export function selectionOf(given: readonly string[]): Selection {
  const ids = [...new Set(given)].sort()
  return { ids, name: createHash('sha256').update(packed(ids)).digest('hex') }
}

export const selectionFolder = 'selections'

/** Each person has their own: how much one may keep is counted by its path. */
type Keeper = Pick<Member, 'organizationId' | 'userId'>

const keyOf = ({ organizationId, userId }: Keeper, name: string): ObjectKey => ({
  organizationId,
  path: `${selectionFolder}/${userId}/${name}`,
})

/**
 * For a day from now (remove-old-selections.ts), or until the same person has kept too many others: an address is good
 * for half an hour.
 */
export async function keepSelection(
  { database, storage }: Context,
  keeper: Keeper,
  { name, ids }: Selection,
): Promise<void> {
  const { kept, bytes: keptBytes, perMinute } = annotationLimits.selections
  const selectOwn = () => database.asMember(keeper, (tx) => selectKept(tx, keeper))
  if ((await selectOwn()).filter(({ isNew }) => isNew).length >= perMinute) {
    throw new ApiError('rate_limited', {
      detail: `You have exported ${perMinute} selections within a minute. Wait a minute and try again.`,
    })
  }
  const bytes = packed(ids)
  await storage.put(keyOf(keeper, name), Readable.from([bytes]), { size: bytes.length })
  let sum = 0
  for (const [at, { path, size }] of (await selectOwn()).entries()) {
    sum += size
    if (at >= kept || sum > keptBytes) await storage.delete({ organizationId: keeper.organizationId, path })
  }
}

/** The newest first. */
async function selectKept(
  tx: Tx,
  { organizationId, userId }: Keeper,
): Promise<{ path: string; size: number; isNew: boolean }[]> {
  const folder = `${selectionFolder}/${userId}`
  const { rows } = await tx.execute<{ path: string; size: string; is_new: boolean }>(sql`
    select path, size, stored_at > now() - interval '1 minute' as is_new from stored_objects
    where organization_id = ${organizationId} and path > ${`${folder}/`} and path < ${`${folder}0`}
      and stored_at is not null
    order by stored_at desc`)
  return rows.map(({ path, size, is_new }) => ({ path, size: Number(size), isNew: is_new }))
}

export async function readSelection(storage: Storage, keeper: Keeper, name: string): Promise<string[]> {
  const bytes = await buffer((await storage.get(keyOf(keeper, name))).body)
  return Array.from({ length: bytes.length / idBytes }, (_, index) => {
    const hex = bytes.toString('hex', index * idBytes, (index + 1) * idBytes)
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  })
}

const packed = (ids: readonly string[]): Buffer => Buffer.from(ids.join('').replaceAll('-', ''), 'hex')
