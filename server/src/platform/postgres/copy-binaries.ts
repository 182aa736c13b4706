import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode, fileStartError } from '../file-error.ts'

/**
 * Copies the programs to `target`, readable for everyone, unless a whole copy is there already. `finish`
 * completes the draft before it takes its name, so that a copy that has its name is complete.
 */
export async function copyBinaries(
  native: string,
  target: string,
  finish: (draft: string) => Promise<void>,
): Promise<void> {
  if (await isWhole(native, target)) return
  const folder = dirname(target)
  const draft = `${target}.making-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await removeDrafts(folder, basename(target))
    await copyTree(native, draft)
    await finish(draft)
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const anotherWasFaster = ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')
    if (!anotherWasFaster) throw fileStartError('copy the PostgreSQL programs to', target, error)
  }
}

async function removeDrafts(folder: string, name: string): Promise<void> {
  const hourAgo = Date.now() - 3_600_000
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(`${name}.making-`)) continue
    const path = join(folder, entry)
    // A younger one may be another start's, at work right now.
    const modified = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    )
    if (modified < hourAgo) await rm(path, { recursive: true, force: true })
  }
}

/** The big files tell: after a power cut a copy may have its name but not its bytes. */
async function isWhole(native: string, target: string): Promise<boolean> {
  for (const folder of ['bin', 'lib']) {
    for (const entry of await readdir(join(native, folder), { withFileTypes: true })) {
      if (!entry.isFile() || isForLinking(entry.name)) continue
      const [original, copy] = await Promise.all([
        stat(join(native, folder, entry.name)),
        stat(join(target, folder, entry.name)).catch(() => null),
      ])
      if (copy?.size !== original.size) return false
    }
  }
  return true
}

/** Modes are set, not copied: an install under a strict umask is unreadable for the user PostgreSQL runs as. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (!isForLinking(entry.name)) {
      await copyFile(source, target, constants.COPYFILE_FICLONE)
      const { mode } = await stat(source)
      await chmod(target, mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

function isForLinking(name: string): boolean {
  return name.endsWith('.a')
}
