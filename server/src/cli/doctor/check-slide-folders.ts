import { constants } from 'node:fs'
import { access, readdir, realpath, stat, statfs } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import type { ImportFolder } from '../../platform/config/slide-settings.ts'
import { errorCode } from '../../platform/file-error.ts'
import { type Finding, findingsAbout, reasonOf } from './finding.ts'

const gibibyte = 1024 ** 3
/** Opened slides, compiled code: without a bucket little is kept. */
const leastFree = gibibyte

/** Whether each folder of CRESYL_IMPORT_DIRS can be read. Nothing is written to it. */
export async function checkImportFolders({ slides, dataDir }: Config): Promise<Finding[]> {
  const found: Finding[] = []
  for (const place of slides.importFolders) found.push(await checkImportFolder(place, dataDir))
  return found
}

async function checkImportFolder(
  { folder, organization, project }: ImportFolder,
  dataDir: string,
): Promise<Finding> {
  const { ok, warning, problem } = findingsAbout('import folder')
  try {
    await readdir(folder)
  } catch (error) {
    return problem(importSentence(folder, error))
  }
  if (await overlap(folder, dataDir)) {
    return warning(
      `${folder} of CRESYL_IMPORT_DIRS and the data folder ${dataDir} are inside each other. Keep slides that are read in place in a folder of their own.`,
    )
  }
  return ok(`slides in ${folder} go to the project “${project}” of ${organization}`)
}

function importSentence(folder: string, error: unknown): string {
  const named = `${folder} of CRESYL_IMPORT_DIRS`
  switch (errorCode(error)) {
    case 'ENOENT':
      return `${named} does not exist. Mount it, or correct the setting.`
    case 'ENOTDIR':
      return `${named} is not a folder. Correct the setting.`
    case 'EACCES':
    case 'EPERM':
      return `This user may not read ${named}. Give it the right to read and enter it; it need not write.`
    default:
      return `${named} can't be read: ${reasonOf(error)}.`
  }
}

async function overlap(folder: string, dataDir: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [folder, dataDir].map(async (path) => `${await realpath(path).catch(() => path)}${sep}`),
  )
  return one !== undefined && other !== undefined && (one.startsWith(other) || other.startsWith(one))
}

/** Whether what can be made again may be kept where CRESYL_CACHE_DIR says. */
export async function checkCacheFolder({ slides, storage }: Config): Promise<Finding[]> {
  const { ok, warning, problem } = findingsAbout('cache folder')
  const { cacheDir, blockCacheBytes } = slides
  const existing = await nearestExisting(cacheDir)
  if (!(await stat(existing)).isDirectory()) {
    return [
      problem(`${existing} is not a folder. Remove the file, or set CRESYL_CACHE_DIR to another place.`),
    ]
  }
  const writable = await access(existing, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!writable) {
    return [
      problem(
        `This user may not write to ${existing}. Give it the right to, or set CRESYL_CACHE_DIR to another folder.`,
      ),
    ]
  }
  const { bavail, bsize } = await statfs(existing)
  const free = bavail * bsize
  const wanted = storage.kind === 's3' ? Math.max(blockCacheBytes, leastFree) : leastFree
  const has = `${cacheDir} has ${(free / gibibyte).toFixed(1)} GB free`
  if (free >= (existing === cacheDir ? leastFree : wanted)) return [ok(`the disk of ${has}`)]
  const lower = storage.kind === 's3' ? 'lower CRESYL_BLOCK_CACHE_GB, ' : ''
  return [
    warning(
      `The disk of ${has}; what makes slides quick to open is kept there. Free some space, ${lower}or set CRESYL_CACHE_DIR to a folder on another disk.`,
    ),
  ]
}

async function nearestExisting(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  const parent = dirname(folder)
  return found !== null || parent === folder ? folder : nearestExisting(parent)
}
