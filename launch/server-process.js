import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
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
 * How a run of the server ended. `ready`: it had been so before; `failure`: why, in its own words.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, ready: boolean, failure: string | undefined }} Ending
 */

/**
 * Runs the server until somebody asks it to end: shows its steps and passes signals on. One that was ready and dies is
 * started again, less eagerly each time; one that can't start, or gives up, says why in a sentence.
 * @param {ServerCommand} command
 * @returns {Promise<number>} the exit code
 */
export async function runServer(command) {
  const { steps, logFile } = command
  const stop = stopOnSignals(steps)
  let wasReady = false
  let deaths = 0
  try {
    for (;;) {
      const began = performance.now()
      const ending = await runOnce(command, stop)
      if (stop.asked()) return stop.end(ending.code, ending.signal)
      if (ending.code === 0 && ending.failure === undefined) return 0
      steps.fail()
      wasReady ||= ending.ready
      const reason = ending.failure ?? describeDeath(ending, logFile)
      const gaveUp = ending.failure !== undefined && ending.ready
      if (!wasReady || gaveUp) {
        throw new LaunchFailure(ending.failure ?? `${reason} Start it again with npm start.`)
      }
      if (performance.now() - began > calmMilliseconds) deaths = 0
      const seconds = deaths === 0 ? 0 : Math.min(2 ** (deaths - 1), longestPauseSeconds)
      deaths += 1
      steps.print(`\n${reason} It is started again${seconds === 0 ? '' : ` in ${seconds} s`}.`)
      if (await stop.askedWithin(seconds * 1000)) return stop.end(0, null)
    }
  } finally {
    stop.release()
  }
}

/** Having run this long makes up for what went wrong before. */
const calmMilliseconds = 60_000
const longestPauseSeconds = 30

/** @param {Ending} ending @param {string | undefined} logFile */
function describeDeath({ code, signal }, logFile) {
  const how = code === null ? `was killed by ${signal}` : `ended with exit code ${code}`
  return `Cresyl stopped unexpectedly: the server ${how}. ${logFile ? `Its log says why: ${logFile}` : 'Its last lines above say why'}.`
}

/**
 * @param {ServerCommand} command
 * @param {ReturnType<typeof stopOnSignals>} stop
 * @returns {Promise<Ending>}
 */
function runOnce({ node, args, cwd, env, steps }, stop) {
  const child = spawn(node, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const release = child.pid === undefined ? () => {} : recordRunning(child.pid, cwd)
  stop.watch(child)
  let ready = false
  /** @type {string | undefined} */
  let failure

  child.on('message', (/** @type {ServerMessage} */ message) => {
    if (message.type === 'progress' && !stop.asked()) steps.begin(message.text)
    if (message.type === 'ready') {
      ready = true
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
      release()
      resolve({ code, signal, ready, failure })
    })
  })
}

/**
 * Passes the first signal on, as the server needs no second one to stop; the third Ctrl-C ends it by force.
 * @param {import('./steps.js').Steps} steps
 */
function stopOnSignals(steps) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  const asking = new AbortController()
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
      child?.kill(signal)
      asking.abort()
    }
    if (presses === 3) child?.kill('SIGKILL')
  }
  for (const signal of stopSignals) process.on(signal, onSignal)

  return {
    asked: () => presses > 0,
    /** @param {import('node:child_process').ChildProcess} started */
    watch: (started) => {
      child = started
    },
    /** @param {number} milliseconds */
    askedWithin: async (milliseconds) => {
      await sleep(milliseconds, undefined, { signal: asking.signal }).catch(() => {})
      return presses > 0
    },
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
