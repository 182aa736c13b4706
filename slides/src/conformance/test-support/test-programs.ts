import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** Whether a program can be started on this machine. */
export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** What Debian calls openslide-tools, libvips-tools and libtiff-tools. */
export const hasOpenSlide = ['openslide-show-properties', 'openslide-write-png'].every(isInstalled)
export const hasVips = ['vips', 'vipsheader'].every(isInstalled)
export const hasLibtiff = ['tiffinfo', 'tiffcp', 'tiffset', 'tiff2rgba', 'tiffmedian'].every(isInstalled)

/** What a program prints; it may warn, as some do of tags they don't know. */
export const outputOf = async (program: string, ...parameters: string[]): Promise<string> =>
  (await start(program, parameters)).stdout

/** What a program prints that may complain of nothing. */
export async function run(program: string, ...parameters: string[]): Promise<string> {
  const { stdout, stderr } = await start(program, parameters)
  if (stderr.trim() !== '') throw new Error(`${program} ${parameters.join(' ')} complains: ${stderr}`)
  return stdout
}

/**
 * The libvips in this process says in VIPSHOME where it lies; another one would look for its modules there. Threads
 * don't pay for pictures this small.
 */
const start = (program: string, parameters: readonly string[]) =>
  promisify(execFile)(program, parameters, {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, VIPSHOME: undefined, VIPS_CONCURRENCY: '1' },
  })
