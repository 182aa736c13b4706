import { createHash, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import type { auditSeals } from '../../platform/db/schema/index.ts'

export type Seal = Omit<typeof auditSeals.$inferSelect, 'total'>

/** An audit row as it is sealed: text only, so that every version of every part reads it alike. */
export interface SealedRow {
  id: string
  organizationId: string
  xid: string
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

/** Binds a batch of rows, in order, to everything sealed before it. */
export function hashBatch(previous: Seal | undefined, rows: readonly SealedRow[]): Buffer {
  const batch = createHash('sha256').update(previous?.hash ?? noSealBefore)
  for (const row of rows) batch.update(hashRow(row), 'hex')
  return batch.digest()
}

/** In digits: a buffer for each row would take twice as long as hashing it. */
function hashRow(row: SealedRow): string {
  const { id, organizationId, xid, occurredAt, event, userId, subjectId, details, requestId } = row
  const { address, client, apiTokenId } = row
  const fields = [id, organizationId, xid, occurredAt, event, userId, subjectId, sorted(details), requestId]
  // Rows without them are sealed as they were before there was a place for them.
  if (address !== null || client !== null || apiTokenId !== null) fields.push(address, client, apiTokenId)
  return hash('sha256', JSON.stringify(fields), 'hex')
}

/** The same value with the keys of every object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const given = value as Readonly<Record<string, unknown>>
  const inOrder: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(given).sort()) inOrder[key] = sorted(given[key])
  return inOrder
}

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
