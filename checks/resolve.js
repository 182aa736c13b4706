import { existsSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'

/**
 * Where an import leads: a file of the checkout, a package, a module of Node's own, or nowhere.
 * @typedef {{ file: string, package?: string } | { package: string } | { builtin: true } | { missing: true }} Target
 */

const ownScope = '@cresyl/'
const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
const builtins = new Set(builtinModules)

/**
 * @param {string} root
 * @param {string} importer relative to root
 * @param {string} specifier
 * @returns {Target}
 */
export function resolveImport(root, importer, specifier) {
  const name = specifier.replace(/\?.*$/, '')
  if (name.startsWith('.')) return findFile(root, join(dirname(importer), name))
  if (name.startsWith('node:') || builtins.has(name)) return { builtin: true }
  const packageName = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
  if (!packageName.startsWith(ownScope)) return { package: packageName }
  const room = packageName.slice(ownScope.length)
  const found = findFile(root, exportedPath(root, room, `.${name.slice(packageName.length)}`))
  return { ...found, package: packageName }
}

/**
 * Follows the room's `exports`, of which we use exact names and one star.
 * @param {string} root
 * @param {string} room
 * @param {string} name such as `./limits`
 */
function exportedPath(root, room, name) {
  for (const [pattern, target] of Object.entries(readPackage(root, room).exports ?? {})) {
    const [before = '', after] = pattern.split('*')
    if (pattern === name) return join(room, target)
    if (after !== undefined && name.startsWith(before) && name.endsWith(after)) {
      return join(room, target.replace('*', name.slice(before.length, name.length - after.length)))
    }
  }
  return join(room, 'src', name)
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {{ file: string } | { missing: true }}
 */
function findFile(root, path) {
  const found = endings
    .map((ending) => normalize(path + ending))
    .find((candidate) => isFile(join(root, candidate)))
  return found === undefined ? { missing: true } : { file: found }
}

/** @param {string} path */
const isFile = (path) => existsSync(path) && statSync(path).isFile()

/**
 * @typedef {object} PackageDescription
 * @property {Record<string, string>} [exports]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * @param {string} root
 * @param {string} folder
 * @returns {PackageDescription}
 */
export function readPackage(root, folder) {
  const path = join(root, folder, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** @param {PackageDescription} description @returns {Set<string>} */
export const declaredPackages = ({ dependencies, devDependencies, optionalDependencies, peerDependencies }) =>
  new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies }))
