import { statfs } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { organizations, storageWarnings } from '../../platform/db/schema/index.ts'
import { usedBytes } from '../../platform/storage/object-queries.ts'
import { quotaBytes } from '../../platform/storage/quota.ts'
import { notify } from './notify.ts'

type What = 'quota' | 'disk'

/** In percent, the highest first. */
const levels = [95, 80] as const
/** So far below a level it must have come to be told of again: what goes to and fro at it is told once. */
const margin = 2

/** The level to remember; it falls only when there is clearly room again. */
export function levelOf(percent: number, told: number): number {
  const reached = levels.find((level) => percent >= level) ?? 0
  if (reached >= told) return reached
  return percent >= told - margin ? told : reached
}

/** Tells managers and administrators when storage is nearly full, once for each level. Returns of how many. */
export async function warnOfStorage(context: Context): Promise<number> {
  const disk = await diskPercent(context)
  const known = await context.database.asSystem((tx) =>
    tx.select({ id: organizations.id, quota: quotaBytes }).from(organizations),
  )
  let told = 0
  for (const { id, quota } of known)
    told += await context.database.asSystem(async (tx) => {
      const now = context.clock.now()
      const used = quota === null ? 0 : (100 * (await usedBytes(tx, id))) / Math.max(1, quota)
      const warned = [await warn(tx, id, 'quota', used, now), await warn(tx, id, 'disk', disk, now)]
      return warned.filter((each) => each).length
    })
  return told
}

/** Of a bucket nobody knows. */
async function diskPercent({ storage, config }: Context): Promise<number> {
  if (storage.kind !== 'disk' || config.storage.kind !== 'disk') return 0
  const { blocks, bavail } = await statfs(config.storage.folder)
  return (100 * (blocks - bavail)) / Math.max(1, blocks)
}

async function warn(
  tx: Tx,
  organizationId: string,
  what: What,
  percent: number,
  now: Date,
): Promise<boolean> {
  const isIt = and(eq(storageWarnings.organizationId, organizationId), eq(storageWarnings.what, what))
  await tx.insert(storageWarnings).values({ organizationId, what, level: 0 }).onConflictDoNothing()
  const [known] = await tx.select().from(storageWarnings).where(isIt).for('update')
  const before = known?.level ?? 0
  const level = levelOf(percent, before)
  if (level === before) return false
  await tx.update(storageWarnings).set({ level }).where(isIt)
  if (level < before) return false
  const text =
    what === 'quota'
      ? `${Math.floor(percent)} % of your storage quota is used. Delete what is not needed, or ask for a larger quota.`
      : `The disk with your slides is ${Math.floor(percent)} % full. Your system administrator needs to free some space.`
  const to = { permission: 'update:projects' } as const
  await notify(tx, {
    organizationId,
    kind: 'storage.nearly_full',
    text,
    link: '/reports?tab=storage',
    to,
    now,
  })
  return true
}
