import { asc } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { organizations } from '../../platform/db/schema/index.ts'
import type { AuditVerdict } from './audit-verdict.ts'
import { checkBatches, type SealedBatch } from './check-batches.ts'
import { compareCopies, describeUnread } from './compare-copies.ts'
import { keepVerification } from './keep-verification.ts'
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
  for (const organization of known) {
    const startedAt = context.clock.now()
    const verdict = await verifyOrganizationAudits(context, organization)
    const occasion = { organizationId: organization.id, startedBy: null, startedAt }
    await context.database.asSystem((tx) =>
      keepVerification(tx, { ...occasion, finishedAt: context.clock.now() }, verdict),
    )
    verdicts.push(verdict)
  }
  return [...verdicts, ...(await missingOrganizations(context, new Set(known.map(({ id }) => id))))]
}

const untouched = { rows: 0, seals: 0, copied: 0, uptoN: null, unsealed: 0, uncompared: null }

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
  verdict.faults.push(...(await copies.finish(previous)))
  verdict.copied = copies.copied()
  verdict.uncompared = copies.unread()
  verdict.uptoN = previous?.n ?? null
  verdict.unsealed = await context.database.asSystem((tx) => countUnsealed(tx, id, previous))
  verdict.rows += verdict.unsealed
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
