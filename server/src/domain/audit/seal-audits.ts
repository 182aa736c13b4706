import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { auditSeals } from '../../platform/db/schema/index.ts'
import {
  lastSeal,
  sealedUpTo,
  selectSealable,
  selectUnsealedOrganizations,
  settledXid,
  tryLockSealing,
} from './queries.ts'
import { hashBatch, type Seal, type SealedRow, signSeal } from './seal.ts'

const batchRows = 5000

/** Closes a batch of audit rows in each organisation that has some. Any number of servers may try at once. */
export async function sealAudits(context: Context): Promise<Seal[]> {
  return sealEach(context, await context.database.asSystem(selectUnsealedOrganizations))
}

/** The same again and again: rows are looked for only if something was written since there were none. */
export function createSealer(context: Context): () => Promise<Seal[]> {
  const { database } = context
  let sealedUpTo: string | null = null
  return async () => {
    // Asked first: what is written from now on is for the next time.
    const written = await database.lastWrite()
    if (written !== null && written === sealedUpTo) return []
    const organizations = await database.asSystem(selectUnsealedOrganizations)
    if (organizations.length === 0) sealedUpTo = written
    return sealEach(context, organizations)
  }
}

async function sealEach(context: Context, organizations: readonly string[]): Promise<Seal[]> {
  const seals: Seal[] = []
  for (const organizationId of organizations) {
    const seal = await context.database.asSystem((tx) => sealOrganization(context, tx, organizationId))
    if (seal === undefined) continue
    context.log.info(
      { seal: { ...seal, hash: seal.hash.toString('hex'), signature: seal.signature.toString('hex') } },
      'sealed',
    )
    seals.push(seal)
  }
  return seals
}

async function sealOrganization(context: Context, tx: Tx, organizationId: string): Promise<Seal | undefined> {
  if (!(await tryLockSealing(tx, organizationId))) return undefined
  const previous = await lastSeal(tx, organizationId)
  const batch = await nextBatch(tx, organizationId, previous)
  if (batch.rows.length === 0) return undefined
  const seal = signSeal(context.secrets.sealKey, {
    organizationId,
    n: (previous?.n ?? 0) + 1,
    uptoXid: batch.upto,
    rows: batch.rows.length,
    hash: hashBatch(organizationId, previous, batch.rows),
    sealedAt: context.clock.now(),
  })
  const sealedBefore = previous === undefined ? 0 : previous.total
  await tx
    .insert(auditSeals)
    .values({ ...seal, total: sealedBefore === null ? null : sealedBefore + seal.rows })
  return seal
}

/** Settled rows not sealed yet. A transaction's rows are never split between two batches. */
async function nextBatch(
  tx: Tx,
  organizationId: string,
  previous: Seal | undefined,
): Promise<{ upto: string; rows: SealedRow[] }> {
  const from = sealedUpTo(previous)
  const settled = await settledXid(tx)
  const rows = await selectSealable(tx, organizationId, from, sql`${settled}::xid8`, batchRows)
  const last = rows.at(-1)
  if (rows.length < batchRows || last === undefined) return { upto: settled, rows }
  const whole = rows.filter(({ xid }) => xid !== last.xid)
  if (whole.length > 0) return { upto: last.xid, rows: whole }
  const upto = String(BigInt(last.xid) + 1n)
  return { upto, rows: await selectSealable(tx, organizationId, from, sql`${upto}::xid8`) }
}
