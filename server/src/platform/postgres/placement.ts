import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode, fileStartError } from '../file-error.ts'
import { writePrivateFile } from '../private-file.ts'
import { StartError } from '../start-error.ts'
import { runProgram, type SystemUser } from './run-program.ts'
import { findSystemUser, ordinaryUser } from './system-user.ts'

/** Where the cluster (the files of the database) lives, and whose it is. */
export interface Placement {
  cluster: string
  /** PostgreSQL refuses to run as root: then the user it runs as instead; null: this process' own. */
  user: SystemUser | null
  /** Where a copy of the programs goes if they can't be run from node_modules. */
  binariesCache: string
}

/** Open to every user, kept through reboots. */
const DEFAULT_SHARED_FOLDER = '/var/lib/cresyl'

/**
 * Inside the data folder where possible. As root, under folders closed to others (/root/…), PostgreSQL's user
 * can't get there: then in a shared folder, and a pointer in the data folder remembers where.
 */
export async function choosePlacement(options: {
  dataDir: string
  sharedFolder?: string | undefined
  log: (line: string) => void
}): Promise<Placement> {
  const dataDir = await realpath(options.dataDir)
  const inside = join(dataDir, 'postgres')
  const place = await readPointer(dataDir)
  const cluster = place === null ? inside : join(place, 'postgres')
  const owner = await ownerOf(cluster)

  if (process.getuid?.() !== 0) {
    if (place !== null || (owner !== null && owner !== process.getuid?.())) throw madeByAnotherUser(cluster)
    return { cluster, user: null, binariesCache: join(dataDir, 'cache') }
  }

  const user = owner === null || owner === 0 ? await ordinaryUser() : await findSystemUser(owner)
  if (owner === 0) await handOver(cluster, user)
  const sharedFolder = options.sharedFolder ?? DEFAULT_SHARED_FOLDER
  const placement = { user, binariesCache: sharedFolder }
  if (place !== null) {
    await checkOwnPlace(place, dataDir)
    return { ...placement, cluster }
  }
  await admit(user, dataDir)
  if (await canEnter(user, dataDir)) return { ...placement, cluster: inside }
  if (owner !== null) {
    throw new StartError(
      `The database in ${inside} belongs to user ${user.name}, who can no longer reach it because a folder above it is closed to others. Open those folders to ${user.name} (chmod o+x), then start again.`,
    )
  }
  const fresh = await makePlace(dataDir, sharedFolder, user, options.log)
  return { ...placement, cluster: join(fresh, 'postgres') }
}

/** The folder that the cluster of a data folder is in, or will be. */
export async function findClusterFolder(dataDir: string): Promise<string> {
  return (await readPointer(dataDir)) ?? dataDir
}

async function ownerOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).uid
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw fileStartError('read', path, error)
  }
}

/** A cluster that belongs to root was copied there by root: PostgreSQL itself never makes one. */
async function handOver(cluster: string, user: SystemUser): Promise<void> {
  const result = await runProgram('chown', ['-R', `${user.uid}:${user.gid}`, cluster], { user: null })
  if (result.code !== 0)
    throw fileStartError('hand over', cluster, result.error ?? new Error(result.output.trim()))
  await chmod(cluster, 0o700)
}

/** A data folder that only root may enter lets PostgreSQL's group pass through, without seeing what is in it. */
async function admit(user: SystemUser, dataDir: string): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  // Other modes were somebody's choice, and the group would gain more than the way through.
  if (uid !== 0 || (mode & 0o067) !== 0) return
  if ((await canEnter(user, dataDir)) || !(await canEnter(user, dirname(dataDir)))) return
  await chown(dataDir, 0, user.gid)
  await chmod(dataDir, 0o710)
}

/** Asks the system instead of reading permission bits: access lists and mounts count too. */
async function canEnter(user: SystemUser, folder: string): Promise<boolean> {
  const result = await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { user })
  if (result.error) {
    throw new StartError(
      `PostgreSQL can't run as root, and Cresyl can't start it as user ${user.name}: ${result.error.message}. Start Cresyl as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own (15 or later).`,
      { cause: result.error },
    )
  }
  return result.code === 0
}

async function makePlace(
  dataDir: string,
  sharedFolder: string,
  user: SystemUser,
  log: (line: string) => void,
): Promise<string> {
  try {
    if (await mkdir(sharedFolder, { recursive: true })) await chmod(sharedFolder, 0o755)
    const place = await makeUnusedFolder(join(sharedFolder, placeName(dataDir)), log)
    await chmod(place, 0o755)
    await writeFile(backPointerFile(place), `${dataDir}\n`)
    await writePrivateFile(pointerFile(dataDir), `${place}\n`)
    log(`User ${user.name} can't reach ${dataDir}: the database is kept in ${place}.`)
    return place
  } catch (error) {
    throw fileStartError('keep its database in', sharedFolder, error)
  }
}

function placeName(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return `${basename(dataDir)}-${hash}`
}

/** A folder of that name belongs to a data folder that was deleted since: it is not ours to remove. */
async function makeUnusedFolder(wanted: string, log: (line: string) => void): Promise<string> {
  for (let n = 1; ; n += 1) {
    const folder = n === 1 ? wanted : `${wanted}-${n}`
    try {
      await mkdir(folder)
      return folder
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      log(`${folder} holds the database of an earlier data folder; delete it if it is no longer needed.`)
    }
  }
}

/** A copied data folder points at the original's database: two servers on it would destroy each other's work. */
async function checkOwnPlace(place: string, dataDir: string): Promise<void> {
  const recorded = await readFile(backPointerFile(place), 'utf8').catch((error) => {
    if (errorCode(error) !== 'ENOENT') throw fileStartError('read', place, error)
    throw new StartError(
      `The database of ${dataDir} was kept in ${place}, which is gone. Restore that folder, or delete ${pointerFile(dataDir)} to begin with an empty database.`,
    )
  })
  const owner = recorded.trim()
  if (owner === dataDir) return
  if ((await readPointer(owner)) === place) {
    throw new StartError(
      `${dataDir} is a copy of ${owner}, whose database in ${place} it can't share. Delete ${pointerFile(dataDir)} to begin with an empty database, or set CRESYL_DATA_DIR to ${owner}.`,
    )
  }
  await writeFile(backPointerFile(place), `${dataDir}\n`)
}

async function readPointer(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(pointerFile(dataDir), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw fileStartError('read', pointerFile(dataDir), error)
  }
}

function pointerFile(dataDir: string): string {
  return join(dataDir, 'postgres-location')
}

function backPointerFile(place: string): string {
  return join(place, 'data-folder')
}

function madeByAnotherUser(cluster: string): StartError {
  return new StartError(
    `The database in ${cluster} was made by another user (root?). Start Cresyl as that user again, or set CRESYL_DATA_DIR to another folder.`,
  )
}
