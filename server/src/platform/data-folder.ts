import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileStartError } from './file-error.ts'
import { type FileLock, takeFileLock } from './file-lock.ts'
import { writePrivateFile } from './private-file.ts'
import { isProcessAlive } from './process-alive.ts'
import { StartError } from './start-error.ts'

export interface DataFolderLock {
  release(): Promise<void>
}

const MEBIBYTE = 1024 * 1024
const NEEDED_SPACE = 200 * MEBIBYTE

/** Makes the data folder if needed, checks that it can be used, and keeps every other process out of it. */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const folder = resolve(dataDir)
  await prepareFolder(folder)
  await checkFreeSpaceOfNew(folder)
  const lock = takeLock(join(folder, 'lock'))
  if (lock === 'busy') throw await alreadyRunning(folder)

  const pidFile = holderFile(folder)
  // Held by the listener, the lock can't be garbage-collected before the process ends.
  const unlock = () => lock.close()
  process.once('exit', unlock)
  const release = async () => {
    if (!lock.isOpen) return
    process.off('exit', unlock)
    await rm(pidFile, { force: true })
    unlock()
  }
  try {
    await writePrivateFile(pidFile, `${process.pid}\n`)
  } catch (error) {
    await release()
    throw fileStartError('write to', folder, error)
  }
  return { release }
}

/** What is there already can be read whatever is free, and is kept from filling the disk. */
async function checkFreeSpaceOfNew(folder: string): Promise<void> {
  if (!(await readdir(folder)).includes('secrets')) await checkFreeSpace(folder)
}

/** Refuses a disk on which the first hours of work would fail. */
export async function checkFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= NEEDED_SPACE) return
  throw new StartError(
    `The disk that holds ${folder} has only ${Math.floor(free / MEBIBYTE)} MB free and Cresyl needs at least ${NEEDED_SPACE / MEBIBYTE} MB. Free some space, or set CRESYL_DATA_DIR to a folder on another disk.`,
  )
}

/** The folder is closed to other users, but the folders above it are made as usual. */
export async function makeDataFolder(folder: string): Promise<void> {
  await attempt('create', folder, async () => {
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
  })
}

async function prepareFolder(folder: string): Promise<void> {
  await makeDataFolder(folder)
  await attempt('read', folder, () => readdir(folder))
  // A write that succeeds says more than permission bits: mounts, quotas and full disks have their say too.
  const probe = join(folder, `.write-test-${randomBytes(4).toString('hex')}`)
  await attempt('write to', folder, async () => {
    try {
      await writeFile(probe, 'x', { flag: 'wx' })
    } finally {
      await rm(probe, { force: true })
    }
  })
}

async function attempt(action: string, folder: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw fileStartError(action, folder, error)
  }
}

function takeLock(path: string): FileLock | 'busy' {
  try {
    return takeFileLock(path)
  } catch (error) {
    throw new StartError(
      `Cresyl can't lock ${path}: ${error instanceof Error ? error.message : error}. Make sure this user may write the file and its file system supports locks, or set CRESYL_DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

async function alreadyRunning(folder: string): Promise<StartError> {
  const holder = await readHolder(folder)
  const which = holder === null ? '' : ` (process ${holder})`
  return new StartError(
    `Cresyl already runs on ${folder}${which}. Stop it first, or set CRESYL_DATA_DIR to another folder.`,
  )
}

/** The process that keeps others out of the folder; null where nobody does. */
export async function readHolder(folder: string): Promise<number | null> {
  const pid = Number(await readFile(holderFile(folder), 'utf8').catch(() => ''))
  return pid > 0 && isProcessAlive(pid) ? pid : null
}

function holderFile(folder: string): string {
  return join(folder, 'run', 'pid')
}
