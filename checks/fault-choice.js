import { countOf } from './apply-fault.js'

/** @typedef {import('./fault-list.js').Fault} Fault */
/** @typedef {Fault & { noticedBy: string | null, seconds: number }} Noticed */

/**
 * Those whose area or file has one of the words; all where there is none.
 * @param {readonly Fault[]} faults
 * @param {readonly string[]} words
 */
export function chooseFaults(faults, words) {
  if (words.length === 0) return [...faults]
  return faults.filter(({ area, file }) => words.some((word) => area.includes(word) || file.includes(word)))
}

/**
 * Faults that can't be made, with why, one line each.
 * @param {readonly Fault[]} faults
 * @param {readonly (string | undefined)[]} texts of their files; undefined where there is none
 */
export function findMisfits(faults, texts) {
  return faults.flatMap(({ file, find, replace }, at) => {
    const text = texts[at]
    if (text === undefined) return [`${file} does not exist`]
    if (find === replace) return [`${file}: “${find}” stays as it is`]
    const count = countOf(text, find)
    return count === 1 ? [] : [`${file} has “${find}” ${count} times instead of once`]
  })
}

/** @param {string} test */
export const needsBrowser = (test) => test.startsWith('e2e/')

/** @param {Fault} fault */
export const describeFault = ({ area, file, what, tests }) =>
  `${area.padEnd(22)} ${file}\n${' '.repeat(23)}${what}\n${' '.repeat(23)}${tests.join(' ')}`

/**
 * @param {readonly Noticed[]} results
 * @returns {string[]} lines
 */
export function faultTable(results) {
  return results.flatMap(({ area, file, what, noticedBy }) => [
    `  ${noticedBy === null ? '✘' : '✔'} ${area.padEnd(22)} ${file}`,
    `      ${what}.`,
    `      ${noticedBy ?? 'Nothing noticed.'}`,
  ])
}
