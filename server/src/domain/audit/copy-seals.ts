import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sealCopies } from '../../platform/db/schema/index.ts'
import { selectSealsAfter } from './queries.ts'
import type { Seal } from './seal.ts'
import { copyPath, writeCopies } from './seal-copies.ts'

const sealsAFile = 1000

interface Uncopied {
  organizationId: string
  /** Copies of the seals up to this one exist. */
  uptoN: number
}

/**
 * Writes the seals that are not in storage yet there; returns how many. Any number of servers may do so at once: the
 * file is written first and counts then, so that a crash between the two, or two servers, only leave a file that says
 * the same as another.
 */
export async function copySeals(context: Context): Promise<number> {
  let copied = 0
  for (const uncopied of await context.database.asSystem(selectUncopied)) {
    try {
      copied += await copyOrganization(context, uncopied)
    } catch (error) {
      const { organizationId } = uncopied
      context.log.error({ err: error, organizationId }, 'Copying audit seals failed; it is tried again')
    }
  }
  return copied
}

async function selectUncopied(tx: Tx): Promise<Uncopied[]> {
  const { rows } = await tx.execute<{ id: string; upto_n: string }>(sql`
    select o.id, coalesce(c.upto_n, 0) as upto_n from organizations o
    left join seal_copies c on c.organization_id = o.id
    where exists (
      select from audit_seals s where s.organization_id = o.id and s.n > coalesce(c.upto_n, 0)
    )`)
  return rows.map(({ id, upto_n }) => ({ organizationId: id, uptoN: Number(upto_n) }))
}

async function copyOrganization(context: Context, { organizationId, uptoN }: Uncopied): Promise<number> {
  const { database } = context
  let copied = 0
  for (let from = uptoN; ; ) {
    const seals = await database.asSystem((tx) => selectSealsAfter(tx, organizationId, from, sealsAFile))
    const [first] = seals
    const last = seals.at(-1)
    if (first === undefined || last === undefined) return copied
    await keepCopy(context, first, last, writeCopies(seals))
    // Otherwise another server has been faster and goes on.
    if (!(await database.asSystem((tx) => advance(tx, organizationId, from, last.n)))) return copied
    copied += seals.length
    from = last.n
  }
}

async function keepCopy({ storage, log }: Context, first: Seal, last: Seal, content: Buffer): Promise<void> {
  const { organizationId } = first
  const key = { organizationId, path: copyPath({ first: first.n, last: last.n }) }
  if ((await storage.stat(key)) === null) {
    await storage.put(key, once(content), { size: content.length })
    return
  }
  // What is there bears witness: if it says otherwise, the log was written anew, and verifying must find that.
  const there = await buffer((await storage.get(key)).body)
  if (!there.equals(content)) log.error({ key }, 'Seals of the audit log differ from their copies in storage')
}

async function* once(content: Buffer): AsyncIterable<Buffer> {
  yield content
}

async function advance(tx: Tx, organizationId: string, from: number, upto: number): Promise<boolean> {
  const advanced = await tx
    .insert(sealCopies)
    .values({ organizationId, uptoN: upto })
    .onConflictDoUpdate({
      target: sealCopies.organizationId,
      set: { uptoN: upto },
      setWhere: sql`${sealCopies.uptoN} = ${from}`,
    })
    .returning()
  return advanced.length > 0
}

export async function copiedUpTo(tx: Tx, organizationId: string): Promise<number> {
  const [row] = await tx
    .select({ uptoN: sealCopies.uptoN })
    .from(sealCopies)
    .where(sql`${sealCopies.organizationId} = ${organizationId}`)
  return row?.uptoN ?? 0
}
