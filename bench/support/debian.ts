import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LaunchFailure } from '../../launch/failure.js'
import { cacheFolder } from '../../launch/places.js'

const run = promisify(execFile)

/** Programs of Debian that the machine has, or that were unpacked where nothing else sees them. */
export interface DebianPrograms {
  /** Where a file of a package lies, such as /usr/bin/python3. */
  find(path: string): string
  /** With it the programs find the libraries and modules that were unpacked. */
  environment: NodeJS.ProcessEnv
}

/** Whatever of the packages isn't installed is fetched and unpacked into the cache: nothing is installed or started. */
export async function findDebianPrograms(packages: readonly string[]): Promise<DebianPrograms> {
  const folder = join(cacheFolder(), 'debian', packages.join('+'))
  const root = join(folder, 'root')
  const marker = join(folder, 'complete')
  if (!existsSync(marker)) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(root, { recursive: true })
    await unpack(packages, folder, root).catch((error) => {
      throw missing(packages, error)
    })
    await writeFile(marker, '')
  }
  const libraries = join(root, 'usr', 'lib')
  const names = existsSync(libraries) ? await readdir(libraries) : []
  const triplets = names.filter((name) => name.includes('-linux-gnu')).map((name) => join(libraries, name))
  return {
    find: (path) => {
      const found = [join(root, path), path].find((each) => existsSync(each))
      if (found === undefined) throw missing(packages)
      return found
    },
    environment: {
      ...process.env,
      LD_LIBRARY_PATH: triplets.join(':'),
      PYTHONPATH: join(libraries, 'python3', 'dist-packages'),
    },
  }
}

async function unpack(packages: readonly string[], folder: string, root: string): Promise<void> {
  const wanted = await namesToFetch(packages).catch(async (error) => {
    if (process.getuid?.() !== 0) throw error
    // A fresh machine may not have read yet which packages there are.
    await run('apt-get', ['update'])
    return namesToFetch(packages)
  })
  if (wanted.length === 0) return
  await run('apt-get', ['download', ...wanted], { cwd: folder })
  const files = (await readdir(folder)).filter((name) => name.endsWith('.deb'))
  for (const file of files) await run('dpkg', ['-x', file, root], { cwd: folder })
}

/** With all that they need and the machine doesn't have. */
async function namesToFetch(packages: readonly string[]): Promise<string[]> {
  const { stdout } = await run('apt-get', ['install', '--simulate', '--no-install-recommends', ...packages])
  return [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
}

const missing = (packages: readonly string[], cause?: unknown) =>
  new LaunchFailure(
    `${packages.join(' and ')} of Debian, which the figures are compared with, could not be fetched. Install them (\`sudo apt-get install --no-install-recommends ${packages.join(' ')}\`) and run the command again.`,
    { cause },
  )
