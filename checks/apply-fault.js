import { readFileSync, writeFileSync } from 'node:fs'
import { stopSignals } from '../launch/child.js'
import { Interrupted } from '../launch/failure.js'

/**
 * Does some work while a file has a fault. The file is as it was afterwards, however the work or this process ends
 * (but for `kill -9`).
 * @template Result
 * @param {string} path
 * @param {{ find: string, replace: string }} fault
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withFault(path, { find, replace }, work) {
  const text = readFileSync(path, 'utf8')
  const restore = () => writeFileSync(path, text)
  /** @type {NodeJS.Signals | undefined} */
  let interruption
  /** @param {NodeJS.Signals} signal */
  const interrupt = (signal) => {
    interruption = signal
  }
  // Without a listener a signal would end the process at once.
  for (const signal of stopSignals) process.on(signal, interrupt)
  process.on('exit', restore)
  try {
    writeFileSync(path, breakText(text, find, replace))
    const result = await work()
    if (interruption) throw new Interrupted(interruption)
    return result
  } finally {
    restore()
    process.off('exit', restore)
    for (const signal of stopSignals) process.off(signal, interrupt)
  }
}

/**
 * @param {string} text
 * @param {string} find
 * @param {string} replace taken as it is, `$` included
 */
export function breakText(text, find, replace) {
  if (countOf(text, find) !== 1) throw new RangeError(`“${find}” does not stand there once`)
  return text.replace(find, () => replace)
}

/** @param {string} text @param {string} find */
export const countOf = (text, find) => text.split(find).length - 1
