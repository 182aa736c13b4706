import { asc, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { organizations } from '../../platform/db/schema/index.ts'
import { compareCopies, describeUnread } from './compare-copies.ts'
import { lastSeal, sealedUpTo, selectSealable, selectSealsAfter } from './queries.ts'
import { hashBatch, isSealSigned, keyIdOf, type Seal } from './seal.ts'
import { sealFolder } from './seal-copies.ts'

export interface AuditVerdict {
  organization: string
  rows: number
  seals: number
  /** Seals of which storage has a copy: only these tell when the end was cut off. */
  copied: number
  /** Rows newer than the last seal, which nothing vouches for yet. */
  unsealed: number
  /** What doesn't hold, in sentences. Empty: the log is whole. */
  faults: string[]
  /** Why the copies in storage were not compared, in a sentence; null: they were. */
  uncompared: string | null
}

export interface VerifiedOrganization {
  id: string
  name: string
}

export interface Verifying {
  signal?: AbortSignal
  /** How many of the seals have been looked at. */
  progress?: (done: number, total: number) => void
}

const sealsAtOnce = 200

/** Reads the whole audit log and says where it isn't what was sealed. */
export async function verifyAudits(context: Context): Promise<AuditVerdict[]> {
  const known = await context.database.asSystem((tx) =>
    tx
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .orderBy(asc(organizations.name)),
  )
  const verdicts: AuditVerdict[] = []
  for (const organization of known) verdicts.push(await verifyOrganizationAudits(context, organization))
  return [...verdicts, ...(await missingOrganizations(context, new Set(known.map(({ id }) => id))))]
}

const untouched = { rows: 0, seals: 0, copied: 0, unsealed: 0, uncompared: null }

/** Storage has copies of their seals, the database doesn't know them: everything about them was removed. */
async function missingOrganizations({ storage }: Context, known: Set<string>): Promise<AuditVerdict[]> {
  const verdicts: AuditVerdict[] = []
  try {
    for await (const organization of storage.organizations()) {
      if (known.has(organization)) continue
      for await (const { path } of storage.list(organization, sealFolder)) {
        const fault = `The organisation is gone with its whole log; storage has copies of its seals (${path}).`
        verdicts.push({ ...untouched, organization, faults: [fault] })
        break
      }
    }
  } catch (error) {
    const organization = 'other organisations'
    verdicts.push({ ...untouched, organization, faults: [], uncompared: describeUnread(error) })
  }
  return verdicts
}

export async function verifyOrganizationAudits(
  context: Context,
  { id, name }: VerifiedOrganization,
  { signal, progress }: Verifying = {},
): Promise<AuditVerdict> {
  const verdict: AuditVerdict = { ...untouched, organization: name, faults: [] }
  const copies = await compareCopies(context, id)
  const total = (await context.database.asSystem((tx) => lastSeal(tx, id)))?.n ?? 0
  let previous: Seal | undefined
  for (;;) {
    const seals = await context.database.asSystem((tx) =>
      selectSealsAfter(tx, id, previous?.n ?? 0, sealsAtOnce),
    )
    for (const seal of seals) {
      signal?.throwIfAborted()
      verdict.faults.push(...checkSequence(previous, seal), ...checkSignature(context, seal))
      verdict.faults.push(...(await copies.compare(seal)))
      const { count, fault } = await context.database.asSystem((tx) => checkBatch(tx, previous, seal))
      if (fault !== undefined) verdict.faults.push(fault)
      verdict.rows += count
      verdict.seals += 1
      previous = seal
      progress?.(Math.min(seal.n, total), total)
    }
    if (seals.length < sealsAtOnce) break
  }
  verdict.faults.push(...(await copies.finish(previous)))
  verdict.copied = copies.copied()
  verdict.uncompared = copies.unread()
  const tail = await context.database.asSystem((tx) =>
    selectSealable(tx, id, sealedUpTo(previous), sql`'18446744073709551615'::xid8`),
  )
  verdict.unsealed = tail.length
  verdict.rows += tail.length
  return verdict
}

function checkSequence(previous: Seal | undefined, seal: Seal): string[] {
  const expected = (previous?.n ?? 0) + 1
  if (seal.n === expected) return []
  return [`Seal ${expected} is missing: the next one found is ${seal.n} (${seal.sealedAt.toISOString()}).`]
}

function checkSignature({ secrets }: Context, seal: Seal): string[] {
  if (seal.keyId !== keyIdOf(secrets.sealKey)) {
    return [
      `Seal ${seal.n} was signed with the key ${seal.keyId}, which is not the one in the secrets folder.`,
    ]
  }
  return isSealSigned(secrets.sealKey, seal)
    ? []
    : [`Seal ${seal.n} was changed: its signature does not fit.`]
}

async function checkBatch(
  tx: Tx,
  previous: Seal | undefined,
  seal: Seal,
): Promise<{ count: number; fault?: string }> {
  const upto = sql`${seal.uptoXid}::xid8`
  const rows = await selectSealable(tx, seal.organizationId, sealedUpTo(previous), upto)
  const count = rows.length
  const where = `among the ${seal.rows} rows of seal ${seal.n} (${seal.sealedAt.toISOString()})`
  if (count < seal.rows) return { count, fault: `A row is missing ${where}: ${count} are left.` }
  if (count > seal.rows) return { count, fault: `A row was added ${where}: there are ${count} now.` }
  if (!hashBatch(previous, rows).equals(seal.hash)) return { count, fault: `A row was changed ${where}.` }
  return { count }
}
