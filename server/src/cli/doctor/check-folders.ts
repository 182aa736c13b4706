import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, fileStartError } from '../../platform/file-error.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { measureSync } from './measure-sync.ts'

export interface FolderNeeds {
  about: string
  folder: string
  /** Below this nothing goes on. */
  neededBytes: number
  /** Below this it is time to make room. */
  comfortableBytes: number
  /** For tests: instead of trying it. */
  measure?: (folder: string) => number
}

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

/** The start refuses less, and the log, the database and keys need some to go on. */
export const dataFolderNeeds = { neededBytes: 200 * mebibyte, comfortableBytes: 5 * gibibyte }
/** Uploads leave this much free; a slide may take 40 GB. */
export const storageFolderNeeds = { neededBytes: 512 * mebibyte, comfortableBytes: 50 * gibibyte }

const othersMayReadOrWrite = 0o066
const instant = 0.05
const slow = 50

export async function checkFolder(needs: FolderNeeds): Promise<Finding[]> {
  const { ok, problem } = findingsAbout(needs.about)
  const { folder } = needs
  const found = await stat(folder).catch((error) => {
    if (errorCode(error) === 'ENOENT') return null
    throw fileStartError('use', folder, error)
  })
  if (found === null) {
    const parent = await nearestFolder(folder)
    const writable = await access(parent, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    if (writable)
      return [ok(`${folder} does not exist yet; the first start creates it`), await checkSpace(needs, parent)]
    return [
      problem(
        `${folder} does not exist, and this user may not create it in ${parent}. Give it the right to, or set another folder.`,
      ),
    ]
  }
  if (!found.isDirectory())
    return [problem(`${folder} is not a folder. Remove the file, or set another folder.`)]
  return [checkMode(needs, found.mode), checkSync(needs), await checkSpace(needs, folder)]
}

function checkMode({ about, folder }: FolderNeeds, mode: number): Finding {
  const { ok, warning } = findingsAbout(about)
  if ((mode & othersMayReadOrWrite) === 0) return ok(`${folder} is closed to other users`)
  return warning(
    `Other users of this machine may read or write ${folder} (mode ${(mode & 0o777).toString(8)}). Close it: chmod go-rw ${folder}`,
  )
}

function checkSync({ about, folder, measure = measureSync }: FolderNeeds): Finding {
  const { ok, warning, problem } = findingsAbout(about)
  let milliseconds: number
  try {
    milliseconds = measure(folder)
  } catch (error) {
    return problem(fileStartError('write to', folder, error).message)
  }
  const time = `${milliseconds.toFixed(milliseconds < 1 ? 3 : 1)} ms`
  if (milliseconds < instant) {
    return warning(
      `The disk of ${folder} says in ${time} that a write is safe, which no disk can. It is in memory or doesn't wait: a power cut would lose what people saved. Use another disk, or accept that.`,
    )
  }
  if (milliseconds > slow) {
    return warning(
      `The disk of ${folder} takes ${time} to make a write safe; everything people save waits for it. Use a faster disk.`,
    )
  }
  return ok(`writes to ${folder} are safe after ${time}`)
}

async function checkSpace(needs: FolderNeeds, folder: string): Promise<Finding> {
  const { ok, warning, problem } = findingsAbout(needs.about)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const has = `the disk of ${needs.folder} has ${inUnits(free)} free`
  if (free < needs.neededBytes) {
    return problem(`${capital(has)}; at least ${inUnits(needs.neededBytes)} are needed. Free some space now.`)
  }
  if (free < needs.comfortableBytes) return warning(`${capital(has)}. Free some space soon.`)
  return ok(has)
}

async function nearestFolder(folder: string): Promise<string> {
  const parent = dirname(folder)
  const found = await stat(parent).catch(() => null)
  return found !== null || parent === folder ? parent : nearestFolder(parent)
}

function inUnits(bytes: number): string {
  return bytes < gibibyte ? `${Math.floor(bytes / mebibyte)} MB` : `${(bytes / gibibyte).toFixed(1)} GB`
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
