import { asc, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { organizations } from '../../platform/db/schema/index.ts'
import { sealedUpTo, selectSealable, selectSealsAfter } from './queries.ts'
import { hashBatch, isSealSigned, keyIdOf, type Seal } from './seal.ts'
import { type JournalEntry, readJournal } from './seal-journal.ts'

export interface AuditVerdict {
  organization: string
  rows: number
  seals: number
  /** Seals that are written down outside the database too: only these tell when the end was cut off. */
  journalled: number
  /** Rows newer than the last seal, which nothing vouches for yet. */
  unsealed: number
  /** What doesn't hold, in sentences. Empty: the log is whole. */
  faults: string[]
}

const sealsAtOnce = 200

/** Reads the whole audit log and says where it isn't what was sealed. */
export async function verifyAudits(context: Context): Promise<AuditVerdict[]> {
  const journal = await readJournal(context.config.dataDir)
  const known = await context.database.asSystem((tx) =>
    tx
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .orderBy(asc(organizations.name)),
  )
  const verdicts: AuditVerdict[] = []
  for (const { id, name } of known) {
    const entries = journal.filter((entry) => entry.organizationId === id)
    verdicts.push(await verifyOrganization(context, id, name, entries))
  }
  return [...verdicts, ...missingOrganizations(journal, new Set(known.map(({ id }) => id)))]
}

/** The journal knows them, the database doesn't: everything about them was removed. */
function missingOrganizations(journal: JournalEntry[], known: Set<string>): AuditVerdict[] {
  const gone = Map.groupBy(
    journal.filter(({ organizationId }) => !known.has(organizationId)),
    ({ organizationId }) => organizationId,
  )
  return [...gone].map(([organization, entries]) => ({
    organization,
    rows: 0,
    seals: 0,
    journalled: entries.length,
    unsealed: 0,
    faults: [
      `The organisation is gone with its whole log; ${entries.length} seals of it were written down outside the database.`,
    ],
  }))
}

async function verifyOrganization(
  context: Context,
  organizationId: string,
  organization: string,
  journal: JournalEntry[],
): Promise<AuditVerdict> {
  const verdict: AuditVerdict = { organization, rows: 0, seals: 0, journalled: 0, unsealed: 0, faults: [] }
  const journalled = Map.groupBy(journal, ({ n }) => n)
  let previous: Seal | undefined
  for (;;) {
    const seals = await context.database.asSystem((tx) =>
      selectSealsAfter(tx, organizationId, previous?.n ?? 0, sealsAtOnce),
    )
    for (const seal of seals) {
      verdict.faults.push(...checkSequence(previous, seal), ...checkSignature(context, seal))
      verdict.faults.push(...checkJournal(seal, journalled.get(seal.n) ?? []))
      const { count, fault } = await context.database.asSystem((tx) => checkBatch(tx, previous, seal))
      if (fault !== undefined) verdict.faults.push(fault)
      verdict.rows += count
      verdict.seals += 1
      if (journalled.has(seal.n)) verdict.journalled += 1
      previous = seal
    }
    if (seals.length < sealsAtOnce) break
  }
  verdict.faults.push(...checkEnd(previous, journal))
  const tail = await context.database.asSystem((tx) =>
    selectSealable(tx, organizationId, sealedUpTo(previous), sql`'18446744073709551615'::xid8`),
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

function checkJournal(seal: Seal, entries: JournalEntry[]): string[] {
  const hash = seal.hash.toString('hex')
  if (entries.every((entry) => entry.hash === hash)) return []
  return [
    `Seal ${seal.n} is not the one that was written down outside the database: the log was cut off there and written anew.`,
  ]
}

function checkEnd(last: Seal | undefined, journal: JournalEntry[]): string[] {
  const journalEnd = Math.max(0, ...journal.map(({ n }) => n))
  const end = last?.n ?? 0
  if (journalEnd <= end) return []
  return [
    `The log was cut off: it ends at seal ${end}, but seal ${journalEnd} was written down outside the database.`,
  ]
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
