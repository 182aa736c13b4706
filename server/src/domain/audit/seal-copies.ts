import { z } from 'zod'
import type { Seal } from './seal.ts'

/**
 * Seals are also kept in storage, a few to a file, so that cutting off the end of the log in the database is noticed.
 * Files are never replaced.
 */
export const sealFolder = 'audit/seals'

/** Which seals a file holds. */
export interface CopyRange {
  first: number
  last: number
}

const digits = 12
const filePath = new RegExp(`^${sealFolder}/(\\d{${digits},})-(\\d{${digits},})\\.jsonl$`)

/** In order of name they are in order of their first seal. */
export function copyPath({ first, last }: CopyRange): string {
  const [from, to] = [first, last].map((n) => String(n).padStart(digits, '0'))
  return `${sealFolder}/${from}-${to}.jsonl`
}

export function rangeOfCopy(path: string): CopyRange | undefined {
  const found = filePath.exec(path)
  return found ? { first: Number(found[1]), last: Number(found[2]) } : undefined
}

/** Everything that the signature covers: a copy vouches for itself. */
const copyLine = z.object({
  organization_id: z.uuid(),
  n: z.int(),
  upto_xid: z.string(),
  rows: z.int(),
  hash: z.hex(),
  sealed_at: z.iso.datetime(),
  key_id: z.string(),
  signature: z.base64(),
})
type CopyLine = z.infer<typeof copyLine>

export function writeCopies(seals: readonly Seal[]): Buffer {
  return Buffer.from(seals.map((seal) => `${JSON.stringify(toLine(seal))}\n`).join(''))
}

/** Throws where the file is not as it was written. */
export function readCopies(content: Buffer): Seal[] {
  const lines = content.toString().split('\n')
  return lines.filter((line) => line !== '').map((line) => toSeal(copyLine.parse(JSON.parse(line))))
}

function toLine(seal: Seal): CopyLine {
  return {
    organization_id: seal.organizationId,
    n: seal.n,
    upto_xid: seal.uptoXid,
    rows: seal.rows,
    hash: seal.hash.toString('hex'),
    sealed_at: seal.sealedAt.toISOString(),
    key_id: seal.keyId,
    signature: seal.signature.toString('base64'),
  }
}

function toSeal(line: CopyLine): Seal {
  return {
    organizationId: line.organization_id,
    n: line.n,
    uptoXid: line.upto_xid,
    rows: line.rows,
    hash: Buffer.from(line.hash, 'hex'),
    sealedAt: new Date(line.sealed_at),
    keyId: line.key_id,
    signature: Buffer.from(line.signature, 'base64'),
  }
}
