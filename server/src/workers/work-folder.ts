import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { jobs } from '../platform/db/schema/index.ts'
import { errorCode } from '../platform/file-error.ts'
import type { RunningJob } from '../platform/queue/job-handler.ts'
import { explainNoRoom, explainUnusable } from './ingest/room.ts'

type Attempt = Pick<RunningJob, 'id' | 'attempt'>
type Place = Pick<Context, 'config' | 'database'>

const nameOf = /^(?<job>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(?<attempt>\d+)$/
const rootOf = ({ config }: Place) => join(config.slides.cacheDir, 'work')

/**
 * Runs work with a folder of its own in the cache, which is gone when it ends. What attempts that were killed left
 * behind is removed first.
 */
export async function withWorkFolder<Result>(
  job: Attempt,
  place: Place,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const root = rootOf(place)
  const folder = join(root, `${job.id}_${job.attempt}`)
  try {
    await mkdir(root, { recursive: true, mode: 0o700 })
    await removeLeftFolders(place, job)
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw explainUnusable(root, error)
  }
  try {
    return await work(folder)
  } catch (error) {
    throw explainNoRoom(root, error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders of attempts that don't run any more, and of earlier ones at this job. Returns how many. */
export async function removeLeftFolders(place: Place, own?: Attempt): Promise<number> {
  const root = rootOf(place)
  const found = await listFolders(root)
  const running = await runningAttempts(place, new Set(found.map(({ id }) => id)))
  let removed = 0
  for (const { name, id, attempt } of found) {
    const isLeft = id === own?.id ? attempt < own.attempt : running.get(id) !== attempt
    if (!isLeft) continue
    await rm(join(root, name), { recursive: true, force: true })
    removed += 1
  }
  return removed
}

async function listFolders(root: string): Promise<(Attempt & { name: string })[]> {
  const names = await readdir(root).catch((error) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => {
    const { job: id, attempt } = nameOf.exec(name)?.groups ?? {}
    return id === undefined ? [] : [{ name, id, attempt: Number(attempt) }]
  })
}

async function runningAttempts({ database }: Place, ids: Set<string>): Promise<Map<string, number>> {
  if (ids.size === 0) return new Map()
  const rows = await database.asSystem((tx) =>
    tx
      .select({ id: jobs.id, attempt: jobs.attempt })
      .from(jobs)
      .where(and(inArray(jobs.id, [...ids]), eq(jobs.state, 'running'))),
  )
  return new Map(rows.map(({ id, attempt }) => [id, attempt]))
}
