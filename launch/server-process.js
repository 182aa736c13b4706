import { spawn } from 'node:child_process'
import { stopSignals } from './child.js'
import { LaunchFailure } from './failure.js'
import { recordRunning } from './running.js'

/** One Ctrl-C arrives from the terminal and again through npm: within this time they are the same one. */
const sameKeyMilliseconds = 400
const patienceMilliseconds = 10_000

/**
 * What the server tells its launcher.
 * @typedef {{ type: 'progress', text: string } | { type: 'ready', lines: string[] }
 *   | { type: 'failed', message: string }} ServerMessage
 */
/**
 * @typedef {object} ServerCommand
 * @property {string} node
 * @property {string[]} args the script and what follows it
 * @property {string} cwd the checkout
 * @property {NodeJS.ProcessEnv} env
 * @property {import('./steps.js').Steps} steps
 * @property {string | undefined} logFile where the server logs; undefined: to this terminal
 */

/**
 * Runs the server until it ends: shows its steps, passes signals on, and says in a sentence why it ended when
 * nobody asked it to.
 * @param {ServerCommand} command
 * @returns {Promise<number>} the exit code
 */
export function runServer({ node, args, cwd, env, steps, logFile }) {
  const child = spawn(node, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const release = child.pid === undefined ? () => {} : recordRunning(child.pid, cwd)
  const stop = stopOnSignals(child, steps)
  /** @type {string | undefined} */
  let failure

  child.on('message', (/** @type {ServerMessage} */ message) => {
    if (message.type === 'progress' && !stop.asked()) steps.begin(message.text)
    if (message.type === 'ready') {
      steps.succeed()
      steps.print(`\n${message.lines.map((line) => `  ${line}`).join('\n')}`)
    }
    if (message.type === 'failed') {
      failure = message.message
      steps.fail()
      setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds).unref()
    }
  })

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // 'close' comes after the last message has been read, 'exit' may come before it.
    child.once('close', (code, signal) => {
      stop.release()
      release()
      if (failure !== undefined) return reject(new LaunchFailure(failure))
      if (stop.asked()) return resolve(stop.end(code, signal))
      if (code === 0) return resolve(0)
      steps.fail()
      const how = code === null ? `was killed by ${signal}` : `ended with exit code ${code}`
      reject(
        new LaunchFailure(
          `Cresyl stopped unexpectedly: the server ${how}. ${logFile ? `Its log says why: ${logFile}` : 'Its last lines above say why'}. Start it again with npm start.`,
        ),
      )
    })
  })
}

/**
 * Passes the first signal on, as the server needs no second one to stop; the third Ctrl-C ends it by force.
 * @param {import('node:child_process').ChildProcess} child
 * @param {import('./steps.js').Steps} steps
 */
function stopOnSignals(child, steps) {
  let presses = 0
  let last = Number.NEGATIVE_INFINITY
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    const now = performance.now()
    if (now - last < sameKeyMilliseconds) return
    last = now
    presses += 1
    if (presses === 1) {
      steps.print()
      steps.begin('Stopping')
      child.kill(signal)
    }
    if (presses === 3) child.kill('SIGKILL')
  }
  for (const signal of stopSignals) process.on(signal, onSignal)

  return {
    asked: () => presses > 0,
    release: () => {
      for (const signal of stopSignals) process.off(signal, onSignal)
    },
    /** @param {number | null} code @param {NodeJS.Signals | null} signal */
    end: (code, signal) => {
      const clean = code === 0 || (signal !== null && stopSignals.includes(signal))
      if (clean) steps.succeed('Stopped')
      else steps.fail(signal === 'SIGKILL' ? 'Stopped by force' : 'Stopped with an error')
      return clean ? 0 : (code ?? 1)
    },
  }
}
