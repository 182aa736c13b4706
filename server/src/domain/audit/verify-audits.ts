import { auditLimits } from '@cresyl/contract/operations/audits'
import { asc } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { auditVerifications, organizations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { checkBatches, type SealedBatch } from './check-batches.ts'
import { compareCopies, describeUnread } from './compare-copies.ts'
import { countUnsealed, lastSeal, selectSealsAfter } from './queries.ts'
import { isSealSigned, keyIdOf, type Seal } from './seal.ts'
import { sealFolder } from './seal-copies.ts'

export interface VerifiedOrganization {
  id: string
  name: string
}

export interface Verifying {
  signal?: AbortSignal
  /** How many of the seals have been looked at. */
  progress?: (done: number, total: number) => void
  /** Seals that were kept where nobody who changes this installation comes. */
  keptElsewhere?: readonly Seal[]
}

const sealsAtOnce = 200

/** Reads the whole audit log and says where it isn't what was sealed. */
export async function verifyAudits(
  context: Context,
  keptElsewhere: readonly Seal[] = [],
): Promise<AuditVerdict[]> {
  const known = await context.database.asSystem((tx) =>
    tx
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .orderBy(asc(organizations.name)),
  )
  const verdicts: AuditVerdict[] = []
  for (const organization of known) {
    const startedAt = context.clock.now()
    const verdict = await verifyOrganizationAudits(context, organization, { keptElsewhere })
    const occasion = { organizationId: organization.id, startedBy: null, startedAt }
    await context.database.asSystem((tx) =>
      keepVerification(tx, { ...occasion, finishedAt: context.clock.now() }, verdict),
    )
    verdicts.push(verdict)
  }
  const ids = new Set(known.map(({ id }) => id))
  return [
    ...verdicts,
    ...goneOrganizations(keptElsewhere, ids),
    ...(await missingOrganizations(context, ids)),
  ]
}

const untouched = { rows: 0, seals: 0, copied: 0, uptoN: null, unsealed: 0, uncompared: null }

function goneOrganizations(keptElsewhere: readonly Seal[], known: Set<string>): AuditVerdict[] {
  const gone = new Set(
    keptElsewhere.map(({ organizationId }) => organizationId).filter((id) => !known.has(id)),
  )
  const fault = 'The organisation is gone with its whole log; a seal of it was kept elsewhere.'
  return [...gone].map((organization) => ({ ...untouched, organization, faults: [fault] }))
}

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
  { signal, progress, keptElsewhere = [] }: Verifying = {},
): Promise<AuditVerdict> {
  const verdict: AuditVerdict = { ...untouched, organization: name, faults: [] }
  const copies = await compareCopies(context, id)
  const elsewhere = compareKept(keptElsewhere.filter(({ organizationId }) => organizationId === id))
  const total = (await context.database.asSystem((tx) => lastSeal(tx, id)))?.n ?? 0
  let previous: Seal | undefined
  for (;;) {
    signal?.throwIfAborted()
    const seals = await context.database.asSystem((tx) =>
      selectSealsAfter(tx, id, previous?.n ?? 0, sealsAtOnce),
    )
    const batches: SealedBatch[] = []
    const faults: string[][] = []
    for (const seal of seals) {
      faults.push([
        ...checkSequence(previous, seal),
        ...checkSignature(context, seal),
        ...(await copies.compare(seal)),
        ...elsewhere.compare(seal),
      ])
      batches.push({ previous, seal })
      previous = seal
    }
    const findings = await checkBatches(context.database, batches, signal)
    for (const [at, { count, fault }] of findings.entries()) {
      verdict.faults.push(...(faults[at] ?? []), ...(fault === undefined ? [] : [fault]))
      verdict.rows += count
    }
    verdict.seals += seals.length
    if (previous !== undefined) progress?.(Math.min(previous.n, total), total)
    if (seals.length < sealsAtOnce) break
  }
  verdict.faults.push(...(await copies.finish(previous)), ...elsewhere.finish(previous))
  verdict.copied = copies.copied()
  verdict.uncompared = copies.unread()
  verdict.uptoN = previous?.n ?? null
  verdict.unsealed = await context.database.asSystem((tx) => countUnsealed(tx, id, previous))
  verdict.rows += verdict.unsealed
  return verdict
}

/** What was kept elsewhere is believed: whoever has all of this installation doesn't have that. */
function compareKept(kept: readonly Seal[]) {
  const byNumber = Map.groupBy(kept, ({ n }) => n)
  return {
    compare: (seal: Seal): string[] =>
      (byNumber.get(seal.n) ?? [])
        .filter(({ hash }) => !hash.equals(seal.hash))
        .map(({ n }) => `Seal ${n} is not the one that was kept elsewhere: the log was rewritten.`),
    finish: (last: Seal | undefined): string[] => {
      const end = last?.n ?? 0
      const upto = kept.reduce((highest, { n }) => Math.max(highest, n), 0)
      return upto > end
        ? [`The log was cut off: it ends at seal ${end}, but seal ${upto} was kept elsewhere.`]
        : []
    },
  }
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

export interface AuditVerdict {
  organization: string
  rows: number
  seals: number
  /** Seals of which storage has a copy: only these tell when the end was cut off. */
  copied: number
  /** The last seal that was looked at. */
  uptoN: number | null
  /** Rows newer than the last seal, which nothing vouches for yet. */
  unsealed: number
  /** What doesn't hold, in sentences. Empty: the log is whole. */
  faults: string[]
  /** Why the copies in storage were not compared, in a sentence; null: they were. */
  uncompared: string | null
}

interface VerificationOccasion {
  organizationId: string
  /** Null: on the command line. */
  startedBy: string | null
  startedAt: Date
  finishedAt: Date
}

/** Keeps what came of a verification, for those who ask when the log was last found to be whole. */
export async function keepVerification(
  tx: Tx,
  occasion: VerificationOccasion,
  { rows, seals, copied, unsealed, uptoN, faults, uncompared }: AuditVerdict,
): Promise<void> {
  await tx.insert(auditVerifications).values({
    id: newId(),
    ...occasion,
    rows,
    seals,
    copied,
    unsealed,
    uptoN,
    uncompared,
    faults: faults.slice(0, auditLimits.faults),
    faultCount: faults.length,
  })
}
