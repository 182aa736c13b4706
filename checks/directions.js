import { areaRules, openRooms, roomRules } from './rules.js'

/** @typedef {import('./rules.js').Place} Place */

/**
 * What is wrong with one file importing another; undefined when nothing is.
 * @param {Place} from
 * @param {Place} to
 * @param {boolean} relative whether the import is written as a path
 * @returns {string | undefined}
 */
export function faultOfDirection(from, to, relative) {
  if (openRooms.includes(from.room)) return undefined
  if (from.room !== to.room) return faultBetweenRooms(from, to, relative)
  if (to.test && !to.support) return `imports the test ${to.path}: move what both need into a file of its own`
  if (to.support) return from.test ? undefined : `imports ${to.path}, which is for tests only`
  return from.support ? undefined : faultInsideRoom(from, to)
}

/**
 * @param {Place} from
 * @param {Place} to
 * @param {boolean} relative
 */
function faultBetweenRooms(from, to, relative) {
  const allowed = roomRules[from.room] ?? []
  if (!allowed.includes(to.room)) {
    const list = allowed.length > 0 ? allowed.join(', ') : 'no other room'
    return `imports ${to.path}: ${from.room} may import ${list}`
  }
  return relative ? `imports ${to.path} by path: write @cresyl/${to.room}/… instead` : undefined
}

/**
 * @param {Place} from
 * @param {Place} to
 */
function faultInsideRoom(from, to) {
  const rules = areaRules[from.room]
  if (!rules || from.area === undefined || to.area === undefined) return undefined
  const allowed = rules[from.area]
  if (!allowed) return undefined
  if (from.area === to.area) {
    const apart = from.feature !== to.feature && from.feature !== undefined
    return apart ? `imports ${to.path}: features don't import each other, the app composes them` : undefined
  }
  if (allowed.includes('*') || allowed.includes(to.area)) return undefined
  const list = allowed.length > 0 ? allowed.join(', ') : 'no other folder'
  return `imports ${to.path}: ${from.room}/src/${from.area} may import ${list}`
}

/**
 * A folder nobody has given a direction; undefined where all is well.
 * @param {Place} place
 */
export function faultOfPlace({ room, area, path, test }) {
  const rules = areaRules[room]
  if (!rules || area === undefined || test || path.endsWith('.d.ts') || rules[area]) return undefined
  return `is in an area without a rule: add ${room}/src/${area} to checks/rules.js`
}
