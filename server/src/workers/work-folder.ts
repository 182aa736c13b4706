import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { jobs } from '../platform/db/schema/index.ts'
import { errorCode } from '../platform/file-error.ts'
import { JobFailure, type RunningJob } from '../platform/queue/job-handler.ts'

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
    throw unusable(root, error)
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

const isFull = (code: string | undefined) => code === 'ENOSPC' || code === 'EDQUOT'

/** What failed for want of room in a folder, itself or by its cause, as a sentence for people; anything else as it is. */
export function explainNoRoom(folder: string, error: unknown): unknown {
  if (error instanceof JobFailure) return error
  if (isFull(errorCode(error))) return unusable(folder, error)
  const cause = error instanceof Error ? error.cause : undefined
  return isFull(errorCode(cause)) ? unusable(folder, cause) : error
}

function unusable(folder: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === undefined) return error
  const full = isFull(code)
  const why = full ? 'its disk is full' : `the system says ${code}`
  return new JobFailure(
    `This needs room in the folder ${folder} of the server, but it cannot be used: ${why}. Ask whoever runs this server to see to it, then try again.`,
    { cause: error, retry: true },
  )
}

/** Left to everything else that needs the disk. */
const keptFreeBytes = 512 * 1024 * 1024

/** Refuses to begin what has no room; some may be made without anyone's asking. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.max(0, bavail * bsize - keptFreeBytes)
  if (bytes <= free) return
  throw new JobFailure(
    `There is no room to make this: it may take ${gigabytes(bytes)}, and the disk of the server's cache has ${gigabytes(free)} to spare. Ask whoever runs this server to free some, then try again.`,
    { retry: true },
  )
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
