import { buffer } from 'node:stream/consumers'
import { ApiError } from '@cresyl/contract/api/errors'
import type { Context } from '../../platform/context.ts'
import type { ObjectStat } from '../../platform/storage/storage.ts'
import { copiedUpTo } from './copy-seals.ts'
import { isSealSigned, type Seal } from './seal.ts'
import { type CopyRange, rangeOfCopy, readCopies, sealFolder } from './seal-copies.ts'

/** Compares the seals of an organisation, in order, with their copies in storage. */
export interface CopyComparison {
  /** Faults of this seal, or of the copies that speak of it. */
  compare(seal: Seal): Promise<string[]>
  /** After the last seal: copies that speak of more, and copies that are missing. */
  finish(last: Seal | undefined): Promise<string[]>
  /** Seals that a copy vouches for. */
  copied(): number
  /** Why nothing was compared from some seal on, in a sentence; null while storage answers. */
  unread(): string | null
}

type CopyFile = CopyRange & ObjectStat

/** Files are read as the seals they hold are reached: the log may be longer than the memory. */
export async function compareCopies(context: Context, organizationId: string): Promise<CopyComparison> {
  const { storage, database, secrets } = context
  // Before the files are listed: what is copied meanwhile may or may not be among them.
  const promised = await database.asSystem((tx) => copiedUpTo(tx, organizationId))
  const files = listCopies(storage.list(organizationId, sealFolder))
  const known = new Map<number, Seal[]>()
  const missing: CopyRange[] = []
  let next: IteratorResult<CopyFile, undefined> | undefined
  let copied = 0
  let unread: string | null = null

  /** Reads the files that begin at or before the seal. */
  const readUpTo = async (n: number): Promise<string[]> => {
    const faults: string[] = []
    try {
      for (next ??= await files.next(); !next.done && next.value.first <= n; next = await files.next()) {
        const copies = await readFile(context, next.value)
        if (copies === null) faults.push(`The copy of seals ${next.value.path} in storage was changed.`)
        for (const copy of copies ?? []) known.set(copy.n, [...(known.get(copy.n) ?? []), copy])
      }
    } catch (error) {
      unread = describeUnread(error)
    }
    return faults
  }

  return {
    compare: async (seal) => {
      if (unread !== null) return []
      const faults = await readUpTo(seal.n)
      const copies = known.get(seal.n) ?? []
      for (const n of known.keys()) if (n <= seal.n) known.delete(n)
      if (copies.length === 0 && seal.n <= promised && unread === null) addTo(missing, seal.n)
      const others = copies.filter((copy) => !isSame(copy, seal))
      if (others.length < copies.length) copied += 1
      return [...faults, ...others.map((copy) => describe(copy, isSealSigned(secrets.sealKey, copy)))]
    },
    finish: async (last) => {
      const end = last?.n ?? 0
      const faults = unread === null ? await readUpTo(Number.POSITIVE_INFINITY) : []
      const upto = [...known.values()]
        .flat()
        .filter((copy) => copy.n > end && isSealSigned(secrets.sealKey, copy))
        .reduce((highest, { n }) => Math.max(highest, n), end)
      if (upto > end) {
        faults.push(`The log was cut off: it ends at seal ${end}, but a copy of seal ${upto} is in storage.`)
      } else if (promised > end) {
        faults.push(
          `The log was cut off, and so were its copies: it ends at seal ${end}, but seals up to ${promised} had been copied to storage.`,
        )
      }
      return [...faults, ...missing.map(describeMissing)]
    },
    copied: () => copied,
    unread: () => unread,
  }
}

async function* listCopies(stats: AsyncIterable<ObjectStat>): AsyncGenerator<CopyFile, undefined> {
  for await (const stat of stats) {
    const range = rangeOfCopy(stat.path)
    if (range !== undefined) yield { ...stat, ...range }
  }
}

/** Null: it is not as it was written. */
async function readFile({ storage }: Context, { organizationId, path }: CopyFile): Promise<Seal[] | null> {
  const content = await storage.get({ organizationId, path }).catch((error: unknown) => {
    // Removed since it was listed: its seals are found to have no copy.
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
  const bytes = content === null ? Buffer.alloc(0) : await buffer(content.body)
  try {
    return readCopies(bytes)
  } catch {
    return null
  }
}

export function describeUnread(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The copies of the seals in storage could not be read (${reason}), so only the database was checked. Make sure that storage can be reached, then check again.`
}

function isSame(copy: Seal, seal: Seal): boolean {
  return copy.hash.equals(seal.hash) && copy.signature.equals(seal.signature)
}

function describe({ n }: Seal, signed: boolean): string {
  return signed
    ? `Seal ${n} differs from its copy in storage: the log was cut off there and rewritten.`
    : `The copy of seal ${n} in storage was changed: its signature does not fit.`
}

function addTo(ranges: CopyRange[], n: number): void {
  const last = ranges.at(-1)
  if (last?.last === n - 1) last.last = n
  else ranges.push({ first: n, last: n })
}

function describeMissing({ first, last }: CopyRange): string {
  return first === last
    ? `The copy of seal ${first} is missing in storage, where it had been written.`
    : `The copies of seals ${first} to ${last} are missing in storage, where they had been written.`
}
