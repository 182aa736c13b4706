import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './places.js'

/**
 * npm leaves optional packages of other platforms out of the lockfile where the registry it asked doesn't have
 * them, and `npm ci` then refuses the lockfile. Names them all, so that one lockfile installs everywhere.
 * Run it after every change of dependencies: `npm run lock`.
 */

const systems = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
]
const processors = [
  'x64',
  'arm64',
  'arm',
  'ia32',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
]

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [license]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [cpu]
 * @property {string[]} [os]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [engines]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * The packages as they should be locked, and the names of those that were missing.
 * @param {Record<string, LockedPackage>} packages
 */
export function completeLock(packages) {
  const completed = { ...packages }
  /** @type {string[]} */
  const added = []
  for (const owner of Object.values(packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`
      if (completed[key] !== undefined) continue
      completed[key] = describePlatformPackage(name, version, owner)
      added.push(name)
    }
  }
  const sorted = Object.fromEntries(Object.entries(completed).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { packages: sorted, added }
}

/**
 * Such packages are named after the platform they are for.
 * @param {string} name @param {string} version @param {LockedPackage} owner
 * @returns {LockedPackage}
 */
function describePlatformPackage(name, version, owner) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const cpu = processors.find((each) => words.includes(each))
  const os = systems.find((each) => words.includes(each))
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(owner.dev && { dev: true }),
    ...(owner.license && { license: owner.license }),
    optional: true,
    ...(os && { os: [os] }),
    ...(words.some((word) => word.startsWith('musl')) && { libc: ['musl'] }),
    ...(owner.engines && { engines: owner.engines }),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(path, 'utf8'))
  const { packages, added } = completeLock(lock.packages)
  writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
  console.log(
    added.length === 0 ? 'The lockfile names every platform.' : `Added to the lockfile: ${added.join(', ')}`,
  )
}
