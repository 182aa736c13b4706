import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { files } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'
import { recordAudit } from '../audit/record.ts'
import { nothingKnown } from './copying.ts'
import type { FoundFile } from './importable-files.ts'
import { hideImages } from './reading.ts'
import { queueReading } from './store-file.ts'
import type { FileRow } from './view.ts'

/** Files that are compared with what is known in one query. */
export const filesCompared = 10_000
/** Registered in one transaction. Others who import wait for it, no longer than a statement may take. */
const filesAtOnce = 20

export interface ImportPlace {
  organizationId: string
  projectId: string
}

/** What is to be done about a file; one that is known and as it was is in neither list. */
export interface ImportDifference {
  /** Not known yet. */
  added: FoundFile[]
  /** Known, but of another size or time than when it was registered; or purged, where that is asked for. */
  changed: FoundFile[]
}

export interface Comparing {
  /** Slides that were purged are wanted back: someone names their folder. */
  revive?: boolean
}

/**
 * Compares files with what is known of them, without writing. Those whose slide was deleted are left alone until it
 * is restored.
 */
export async function compareImports(
  { database }: Context,
  organizationId: string,
  found: readonly FoundFile[],
  { revive = false }: Comparing = {},
): Promise<ImportDifference> {
  const difference: ImportDifference = { added: [], changed: [] }
  for (let first = 0; first < found.length; first += filesCompared) {
    const some = found.slice(first, first + filesCompared)
    const rows = await database.asMember({ organizationId, showDeleted: true }, (tx) =>
      selectDiffering(tx, organizationId, some, revive),
    )
    for (const { n, known } of rows) {
      const file = some[n - 1]
      if (file !== undefined) difference[known ? 'changed' : 'added'].push(file)
    }
  }
  return difference
}

/**
 * Registers files where they lie and has them read; what has changed is read again. Whoever else does the same at the
 * same moment, each is registered once. Returns those that this call registered or has had read again.
 */
export async function importFiles(
  { database, clock }: Context,
  place: ImportPlace,
  { added, changed }: ImportDifference,
): Promise<ImportDifference> {
  const { organizationId } = place
  const done: ImportDifference = { added: [], changed: [] }
  for (const [list, write] of [
    [added, addFile],
    [changed, changeFile],
  ] as const) {
    for (let first = 0; first < list.length; first += filesAtOnce) {
      const some = list.slice(first, first + filesAtOnce)
      const written = await database.asMember({ organizationId, showDeleted: true }, async (tx) => {
        const own: FoundFile[] = []
        await queueUp(tx, organizationId)
        for (const file of some) if (await write(tx, place, file, clock.now())) own.push(file)
        return own
      })
      done[list === added ? 'added' : 'changed'].push(...written)
    }
  }
  return done
}

/** One after the other: two who register the same files in another order would wait for each other. */
async function queueUp(tx: Tx, organizationId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('import ' || ${organizationId}, 0))`)
}

async function addFile(
  tx: Tx,
  { organizationId, projectId }: ImportPlace,
  { path, name, mediaType, size, modifiedAt }: FoundFile,
  now: Date,
): Promise<boolean> {
  const [file] = await tx
    .insert(files)
    .values({
      id: newId(),
      organizationId,
      name,
      searchKey: foldText(name),
      mediaType,
      size,
      origin: 'import',
      path,
      modifiedAt,
      state: 'stored',
      stateMessage: 'Registered in place',
      projectId,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (file === undefined) return false
  await queueReading(tx, file, { now, userId: null })
  await recordAudit(tx, {
    organizationId,
    event: 'file.imported',
    subjectId: file.id,
    details: { name, path, size, project_id: projectId },
    occurredAt: now,
  })
  return true
}

/** What was made of its former content is made anew: copy, header and hash are forgotten. */
async function changeFile(
  tx: Tx,
  { organizationId, projectId }: ImportPlace,
  { path, size, modifiedAt }: FoundFile,
  now: Date,
): Promise<boolean> {
  const [known] = await tx
    .select()
    .from(files)
    .where(and(eq(files.organizationId, organizationId), eq(files.origin, 'import'), eq(files.path, path)))
    .for('update')
  if (known === undefined) return false
  const purged = isPurged(known)
  if (!purged && known.size === size && known.modifiedAt?.getTime() === modifiedAt.getTime()) return false
  const version = known.version + 1
  await tx
    .update(files)
    .set({ size, modifiedAt, updatedAt: now, version, ...(purged && { projectId }), ...nothingKnown })
    .where(eq(files.id, known.id))
  await hideImages(tx, known)
  // A job that waits will read it as it is by then.
  if (known.readingState !== 'pending') await queueReading(tx, { ...known, version }, { now, userId: null })
  await recordAudit(tx, {
    organizationId,
    event: 'file.reread',
    subjectId: known.id,
    details: { path, size: [known.size, size], ...(purged && { purged }) },
    occurredAt: now,
  })
  return true
}

/** Its slide was removed for good; the row stays so that the watched folder doesn't bring it back. */
function isPurged({ readingState }: FileRow): boolean {
  return readingState === 'none'
}

async function selectDiffering(tx: Tx, organizationId: string, found: readonly FoundFile[], revive: boolean) {
  const paths = sql.param(found.map(({ path }) => path))
  const sizes = sql.param(found.map(({ size }) => size))
  const times = sql.param(found.map(({ modifiedAt }) => modifiedAt.toISOString()))
  const { rows } = await tx.execute<{ n: number; known: boolean }>(sql`
    select found.n::integer as n, f.id is not null as known
    from unnest(${paths}::text[], ${sizes}::bigint[], ${times}::timestamptz[])
      with ordinality as found (path, size, modified_at, n)
    left join files f
      on f.organization_id = ${organizationId} and f.origin = 'import' and f.path = found.path
    where f.id is null
      or (
        (f.size <> found.size or f.modified_at is distinct from found.modified_at
          or (${revive} and f.reading_state = 'none'))
        and not exists (
          select from slides s
          where s.organization_id = ${organizationId} and s.file_id = f.id and s.deleted_at is not null
        )
      )
    order by found.n`)
  return rows
}
