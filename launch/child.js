import { spawn } from 'node:child_process'
import { Interrupted } from './failure.js'

/** @type {NodeJS.Signals[]} */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * @typedef {object} ChildOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} [show] lets the child write to this terminal instead of collecting its output
 */

/**
 * Runs a program to its end. A signal that reaches this process meanwhile is passed on, and the promise then
 * rejects with `Interrupted` once the program is gone.
 * @param {string} command
 * @param {string[]} args
 * @param {ChildOptions} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runChild(command, args, { cwd, env, show = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    let output = ''
    /** @type {NodeJS.Signals | undefined} */
    let interruption
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      interruption = signal
      child.kill(signal)
    }
    for (const signal of stopSignals) process.on(signal, passOn)
    const release = () => {
      for (const signal of stopSignals) process.off(signal, passOn)
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => {
      release()
      reject(error)
    })
    child.once('close', (code) => {
      release()
      if (interruption) reject(new Interrupted(interruption))
      else resolve({ code: code ?? 1, output })
    })
  })
}

/**
 * The last lines of a program's output, for showing beside the sentence that explains its failure.
 * @param {string} output
 * @param {number} [lines]
 */
export const tail = (output, lines = 20) => output.trimEnd().split('\n').slice(-lines).join('\n')
