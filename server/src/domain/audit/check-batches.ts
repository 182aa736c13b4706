import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { sealedUpTo, selectSealable } from './queries.ts'
import { hashBatch, type Seal, type SealedRow } from './seal.ts'

/** A seal with the one before it: what is between them can be checked without anything else. */
export interface SealedBatch {
  previous: Seal | undefined
  seal: Seal
}

export interface BatchFinding {
  count: number
  fault?: string
}

/** Rows that are read at once, about. */
const rowsAtOnce = 5000
/** Parts of the log that are read side by side: the database reads while this process hashes. */
const rangesAtOnce = 4

/** Compares rows with their seals, several ranges of the log at a time. In the order of the seals. */
export async function checkBatches(
  database: Database,
  batches: readonly SealedBatch[],
  signal?: AbortSignal,
): Promise<BatchFinding[]> {
  const ranges = rangesOf(batches)
  const findings: BatchFinding[][] = ranges.map(() => [])
  let next = 0
  const work = async () => {
    for (let at = next++; at < ranges.length; at = next++) {
      signal?.throwIfAborted()
      findings[at] = await checkRange(database, ranges[at] ?? [])
    }
  }
  await Promise.all(Array.from({ length: Math.min(rangesAtOnce, ranges.length) }, work))
  return findings.flat()
}

/** Small ones that follow each other are read together. */
function rangesOf(batches: readonly SealedBatch[]): SealedBatch[][] {
  const ranges: SealedBatch[][] = []
  let rows = 0
  for (const batch of batches) {
    const range = ranges.at(-1)
    const isNext = range?.at(-1)?.seal === batch.previous && isUpwards(batch)
    if (range !== undefined && isNext && rows + batch.seal.rows <= rowsAtOnce) range.push(batch)
    else {
      ranges.push([batch])
      rows = 0
    }
    rows += batch.seal.rows
  }
  return ranges
}

/** Where somebody has changed a seal, it may end before it begins. */
const isUpwards = ({ previous, seal }: SealedBatch) => isBelow(sealedUpTo(previous), seal.uptoXid)

async function checkRange(database: Database, range: readonly SealedBatch[]): Promise<BatchFinding[]> {
  const [first] = range
  const last = range.at(-1)
  if (first === undefined || last === undefined) return []
  const rows = await database.asSystem((tx) =>
    selectSealable(tx, last.seal.organizationId, sealedUpTo(first.previous), sql`${last.seal.uptoXid}::xid8`),
  )
  let from = 0
  return range.map((batch) => {
    let upto = from
    while (upto < rows.length && isBelow(rows[upto]?.xid ?? '', batch.seal.uptoXid)) upto += 1
    const finding = judge(batch, rows.slice(from, upto))
    from = upto
    return finding
  })
}

/** Of two whole numbers without leading zeros. */
function isBelow(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length
}

function judge({ previous, seal }: SealedBatch, rows: readonly SealedRow[]): BatchFinding {
  const count = rows.length
  const where = `among the ${seal.rows} rows of seal ${seal.n} (${seal.sealedAt.toISOString()})`
  if (count < seal.rows) return { count, fault: `A row is missing ${where}: ${count} are left.` }
  if (count > seal.rows) return { count, fault: `A row was added ${where}: there are ${count} now.` }
  if (!hashBatch(seal.organizationId, previous, rows).equals(seal.hash))
    return { count, fault: `A row was changed ${where}.` }
  return { count }
}
