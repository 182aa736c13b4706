import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode, fileStartError, noSpaceError } from '../file-error.ts'
import { syncFolder } from '../private-file.ts'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import type { Placement } from './placement.ts'
import { runProgram } from './run-program.ts'

export const SUPERUSER = 'postgres'

/** The major version the cluster was made with; null: there is none yet. */
export async function clusterVersion(cluster: string): Promise<number | null> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw fileStartError('read', cluster, error)
  }
}

export function checkVersion(cluster: string, found: number, binaries: Binaries): void {
  if (found === binaries.major) return
  throw new StartError(
    `The database in ${cluster} was made by PostgreSQL ${found}, but this Cresyl brings PostgreSQL ${binaries.major}. Start the Cresyl that made it, back up, and restore the backup with this one.`,
  )
}

/** What killed starts left half-made; the caller holds the data folder's lock, so nobody is making one now. */
export async function removeDrafts(cluster: string): Promise<void> {
  const folder = dirname(cluster)
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(`${basename(cluster)}.making-`)) continue
    // An initdb that outlived its supervisor may still be writing in it; the next start removes the rest.
    await rm(join(folder, entry), { recursive: true, force: true }).catch(() => {})
  }
}

/** Made beside its place and renamed when whole, so that a start that was killed leaves nothing half-made. */
export async function createCluster(options: {
  placement: Placement
  binaries: Binaries
  superuserPassword: string
  signal?: AbortSignal | undefined
}): Promise<void> {
  const { cluster, user } = options.placement
  const draft = `${cluster}.making-${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, options.superuserPassword, { flag: 'wx', mode: 0o600 })
    if (user) for (const path of [draft, passwordFile]) await chown(path, user.uid, user.gid)
    await initialise(draft, passwordFile, options)
    await chmod(draft, 0o700)
    await rename(draft, cluster)
    await syncFolder(dirname(cluster))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (options.signal?.aborted) throw options.signal.reason
    throw error instanceof StartError ? error : fileStartError('create its database in', cluster, error)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function initialise(
  draft: string,
  passwordFile: string,
  {
    binaries,
    placement,
    signal,
  }: { binaries: Binaries; placement: Placement; signal?: AbortSignal | undefined },
): Promise<void> {
  const result = await runProgram(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { user: placement.user, signal },
  )
  if (result.code === 0) return
  if (result.output.includes('No space left on device')) throw noSpaceError(placement.cluster)
  const reason =
    result.error?.message ?? lastLine(result.output) ?? `ended with ${result.code ?? result.signal}`
  throw new StartError(
    `PostgreSQL could not create its database in ${placement.cluster}: ${reason}. Fix that and start again, or set DATABASE_URL to a PostgreSQL server of your own (15 or later).`,
  )
}

/** initdb ends its output with the error and what it cleaned up; the error is the line that says so. */
function lastLine(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1)
}
