import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCycles, reachable } from './cycles.js'
import { faultOfDirection, faultOfPlace } from './directions.js'
import { faultsOfFolders } from './folder-cycles.js'
import { readModule } from './read-module.js'
import { declaredPackages, readPackage, resolveImport } from './resolve.js'
import { mayReadEnvironment, placeOf, reactPackages, rooms } from './rules.js'

/**
 * Every fault in how the files of a checkout import each other, one line each.
 * @param {string} root
 */
export function findFaults(root) {
  const files = rooms.flatMap((room) => listSources(root, room))
  /** @type {Map<string, string[]>} */
  const graph = new Map()
  /** @type {Map<string, string[]>} */
  const packages = new Map()
  /** @type {string[]} */
  const faults = []
  const declared = new Map(rooms.map((room) => [room, declaredPackages(readPackage(root, room))]))
  const shared = declaredPackages(readPackage(root, '.'))

  for (const file of files) {
    const place = placeOf(file)
    /** @param {string | undefined} fault */
    const report = (fault) => fault && faults.push(`${file} ${fault}`)
    const module = readModule(file, readFileSync(join(root, file), 'utf8'))
    const { imports, readsEnvironment, spreadsLiteral, broken } = module
    if (broken) report(`cannot be read: ${broken}`)
    if (readsEnvironment && !mayReadEnvironment(place)) {
      report('reads process.env: settings are read in server/src/platform/config and handed down')
    }
    if (spreadsLiteral) {
      report('spreads an object literal: nothing checks the names of properties there, write them out')
    }
    report(faultOfPlace(place))

    const targets = imports.map((specifier) => ({ specifier, ...resolveImport(root, file, specifier) }))
    graph.set(file, [])
    packages.set(file, [])
    for (const target of targets) {
      if ('missing' in target) report(`imports ${target.specifier}, which does not exist`)
      if ('file' in target) {
        graph.get(file)?.push(target.file)
        report(faultOfDirection(place, placeOf(target.file), target.specifier.startsWith('.')))
      }
      if (!('package' in target) || target.package === undefined) continue
      packages.get(file)?.push(target.package)
      const own = declared.get(place.room) ?? new Set()
      // Tests and settings of tools may use what the root installs for every workspace.
      const known = place.test || /\.config\.ts$/.test(file) ? new Set([...own, ...shared]) : own
      const types = `@types/${target.package.replace('@', '').replace('/', '__')}`
      if (!known.has(target.package) && !known.has(types)) {
        report(`imports ${target.package}, which ${place.room}/package.json does not declare`)
      }
    }
  }

  return [
    ...new Set([
      ...faults,
      ...faultsOfEngine(graph, packages),
      ...findCycles(graph).map(describeCycle),
      ...faultsOfFolders(graph),
    ]),
  ]
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function listSources(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : listSources(root, path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/**
 * @param {Map<string, string[]>} graph
 * @param {Map<string, string[]>} packages
 */
function faultsOfEngine(graph, packages) {
  const engine = [...graph.keys()].filter((file) => file.startsWith('web/src/engine/') && !placeOf(file).test)
  return engine.flatMap((file) =>
    [file, ...reachable(graph, file)].flatMap((reached) =>
      (packages.get(reached) ?? [])
        .filter((name) => reactPackages.test(name))
        .map(
          (name) =>
            `${file} reaches ${name}${reached === file ? '' : ` through ${reached}`}: the engine has no React`,
        ),
    ),
  )
}

/** @param {string[]} cycle */
const describeCycle = (cycle) => `${cycle[0]} imports itself in a cycle: ${cycle.join(' → ')}`
