import { findCycles } from './cycles.js'
import { placeOf } from './rules.js'

/**
 * Folders beside each other that import each other in a circle: two names for what is one idea, or one file in the
 * wrong folder. Files that lie beside the folders may know them and be known by them, and tests may know anything.
 * @param {Map<string, string[]>} graph of files
 * @returns {string[]} one line a circle
 */
export function faultsOfFolders(graph) {
  /** @type {Map<string, string[]>} */
  const folders = new Map()
  /** @type {Map<string, string>} */
  const because = new Map()
  for (const [from, targets] of graph) {
    for (const to of targets) {
      const pair = placeOf(from).test || placeOf(to).test ? undefined : foldersApart(from, to)
      if (pair === undefined) continue
      const [own, other] = pair
      folders.set(own, [...(folders.get(own) ?? []), other])
      because.set(`${own} ${other}`, `${from} imports ${to}`)
    }
  }
  return findCycles(folders).map((cycle) => {
    const steps = cycle.slice(1).map((folder, index) => because.get(`${cycle[index]} ${folder}`))
    return `${cycle[0]} imports itself in a circle of folders: ${steps.join(', ')}`
  })
}

/** Of rooms and of their areas the rules know the direction. */
const areaDepth = 2

/**
 * The two folders, of one parent, that the files are in; undefined where one of them is in that parent itself.
 * @param {string} from
 * @param {string} to
 */
function foldersApart(from, to) {
  const [own, other] = [from.split('/'), to.split('/')]
  const parting = own.findIndex((name, index) => name !== other[index])
  if (parting <= areaDepth || parting >= own.length - 1 || parting >= other.length - 1) return undefined
  return /** @type {const} */ ([own.slice(0, parting + 1).join('/'), other.slice(0, parting + 1).join('/')])
}
