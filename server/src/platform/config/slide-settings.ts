import { availableParallelism } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { flag, wholeNumber } from './values.ts'

/** A folder whose slides are read where they lie. */
export interface ImportFolder {
  /** The organisation's name. */
  organization: string
  /** The project's name; it is made when it isn't there. */
  project: string
  folder: string
}

export interface SlideConfig {
  /** What can be made again: blocks of files in a bucket, compiled code. */
  cacheDir: string
  importFolders: readonly ImportFolder[]
  /** How many processes decode for each API process. */
  decodeProcesses: number
  /** Memory that each API process keeps encoded tiles in. */
  tileCacheBytes: number
  /** Disk that blocks of files in a bucket are kept on. */
  blockCacheBytes: number
  /** Whether slides are checked by themselves where their organisation wants it. */
  automaticQc: boolean
}

const MB = 1024 * 1024
const importSentence =
  'must be organisation/project=/absolute/folder, several of them joined by ; such as demo/Archive=/mnt/scanner'

const importFolders = z.string().transform((value, context): ImportFolder[] =>
  value
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const { organization, project, folder } =
        /^(?<organization>[^/=]+)\/(?<project>[^=]+)=(?<folder>.+)$/.exec(each)?.groups ?? {}
      if (organization && project && folder && isAbsolute(folder)) {
        return { organization: organization.trim(), project: project.trim(), folder: resolve(folder) }
      }
      context.addIssue(importSentence)
      return z.NEVER
    }),
)

export const slideSettings = {
  CRESYL_CACHE_DIR: z.string().min(1).optional(),
  CRESYL_IMPORT_DIRS: importFolders.default([]),
  CRESYL_DECODE_PROCESSES: wholeNumber(2, 256).optional(),
  CRESYL_TILE_CACHE_MB: wholeNumber(1, 65_536).default(256),
  CRESYL_BLOCK_CACHE_GB: wholeNumber(1, 65_536).default(20),
  CRESYL_AUTOMATIC_QC: flag.default(true),
}

const values = z.object(slideSettings)

export function slidesOf(
  given: z.output<typeof values>,
  { root, dataDir, apiProcesses }: { root: string; dataDir: string; apiProcesses: number },
): SlideConfig {
  const { CRESYL_CACHE_DIR: folder } = given
  return {
    cacheDir: folder === undefined ? join(dataDir, 'cache') : resolve(root, folder),
    importFolders: given.CRESYL_IMPORT_DIRS,
    // At least two: one is always left for the slides of others when a file keeps the other one busy.
    decodeProcesses:
      given.CRESYL_DECODE_PROCESSES ?? Math.max(2, Math.ceil(availableParallelism() / apiProcesses)),
    tileCacheBytes: given.CRESYL_TILE_CACHE_MB * MB,
    blockCacheBytes: given.CRESYL_BLOCK_CACHE_GB * 1024 * MB,
    automaticQc: given.CRESYL_AUTOMATIC_QC,
  }
}
