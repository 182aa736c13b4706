import { createHash, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import type { auditSeals } from '../../platform/db/schema/index.ts'

export type Seal = Omit<typeof auditSeals.$inferSelect, 'total'>

/** A row of an organisation as it is sealed: text only, so that every version of every part reads it alike. */
export interface SealedRow {
  id: string
  xid: string
  /** In UTC, with as many digits of a second as it needs. */
  occurredAt: string
  event: string
  userId: string | null
  subjectId: string | null
  details: unknown
  requestId: string | null
  address: string | null
  client: string | null
  apiTokenId: string | null
}

const noSealBefore = Buffer.alloc(32)

/** Binds a batch of rows of an organisation, in order, to everything sealed before it. */
export function hashBatch(
  organizationId: string,
  previous: Seal | undefined,
  rows: readonly SealedRow[],
): Buffer {
  const batch = createHash('sha256').update(previous?.hash ?? noSealBefore)
  for (const row of rows) batch.update(hashRow(organizationId, row), 'hex')
  return batch.digest()
}

/** In digits: a buffer for each row would take twice as long as hashing it. */
function hashRow(organizationId: string, row: SealedRow): string {
  const { id, xid, event, userId, subjectId, requestId, address, client, apiTokenId } = row
  const occurredAt = inMicroseconds(row.occurredAt)
  const details = sorted(row.details)
  const fields = [id, organizationId, xid, occurredAt, event, userId, subjectId, details, requestId]
  // Rows without them are sealed as they were before there was a place for them.
  if (address !== null || client !== null || apiTokenId !== null) fields.push(address, client, apiTokenId)
  return hash('sha256', JSON.stringify(fields), 'hex')
}

/** An instant with six digits of a second. */
function inMicroseconds(instant: string): string {
  const point = instant.indexOf('.')
  return point < 0 ? `${instant}.000000` : instant.padEnd(point + 7, '0')
}

/** The same value with the keys of every object in order: itself where they are. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.every((item) => sorted(item) === item) ? value : value.map(sorted)
  const given = value as Readonly<Record<string, unknown>>
  const keys = Object.keys(given)
  if (keys.every((key, at) => isAfter(key, keys[at - 1]) && sorted(given[key]) === given[key])) return given
  const inOrder: Record<string, unknown> = Object.create(null)
  for (const key of keys.sort()) inOrder[key] = sorted(given[key])
  return inOrder
}

const isAfter = (key: string, before: string | undefined) => before === undefined || key > before

export function signSeal(key: KeyObject, seal: Omit<Seal, 'signature' | 'keyId'>): Seal {
  return { ...seal, keyId: keyIdOf(key), signature: sign(null, signedText(seal), key) }
}

export function isSealSigned(key: KeyObject, seal: Seal): boolean {
  return verify(null, signedText(seal), createPublicKey(key), seal.signature)
}

/** Names a key without giving it away: the start of the hash of its public half. */
export function keyIdOf(key: KeyObject): string {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

function signedText(seal: Omit<Seal, 'signature' | 'keyId'>): Buffer {
  const { organizationId, n, uptoXid, rows, hash, sealedAt } = seal
  return Buffer.from(
    [organizationId, n, uptoXid, rows, hash.toString('hex'), sealedAt.toISOString()].join('|'),
  )
}
