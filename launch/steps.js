const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const titleWidth = 36

/**
 * @typedef {object} StepStream
 * @property {(text: string) => unknown} write
 * @property {boolean} [isTTY]
 * @property {number} [columns]
 */
/** @typedef {ReturnType<typeof createSteps>} Steps */

/**
 * Shows work as a list of steps, one line each: a turning line while one runs (on a terminal), a check mark
 * and the time it took when it ends.
 * @param {StepStream} stream
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function createSteps(stream, environment = process.env) {
  const terminal = stream.isTTY === true && environment.TERM !== 'dumb'
  const coloured = terminal && !environment.NO_COLOR
  /** @type {{ title: string, since: number, timer: NodeJS.Timeout } | undefined} */
  let current

  /** @param {string} text @param {number} code */
  const paint = (text, code) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text)

  /** @param {string} title */
  function begin(title) {
    if (current) succeed()
    const since = performance.now()
    const timer = terminal ? setInterval(turn, 100) : setInterval(report, 15_000)
    timer.unref()
    current = { title, since, timer }
    if (terminal) turn()
  }

  function turn() {
    if (!current) return
    const elapsed = performance.now() - current.since
    const frame = frames[Math.floor(elapsed / 100) % frames.length] ?? ''
    const time = elapsed >= 1000 ? `${Math.floor(elapsed / 1000)} s` : ''
    const line = alignTime(current.title, time).slice(0, (stream.columns ?? 80) - 5)
    stream.write(`\r\u001b[2K  ${paint(frame, 36)} ${line}`)
  }

  function report() {
    if (current) stream.write(`  … ${current.title} (${Math.round(sinceStart(current) / 1000)} s)\n`)
  }

  /** @param {string} mark @param {number} colour @param {string} [title] */
  function end(mark, colour, title) {
    if (!current) return
    clearInterval(current.timer)
    const time = paint(alignTime('', `${(sinceStart(current) / 1000).toFixed(1)} s`).slice(titleWidth), 2)
    const text = (title ?? current.title).padEnd(titleWidth)
    stream.write(`${terminal ? '\r\u001b[2K' : ''}  ${paint(mark, colour)} ${text}${time}\n`)
    current = undefined
  }

  /** @param {string} [title] what was reached, where that reads better than what was begun */
  const succeed = (title) => end('✔', 32, title)
  /** @param {string} [title] */
  const fail = (title) => end('✘', 31, title)

  /** @param {string} [text] */
  const print = (text = '') => stream.write(`${text}\n`)

  return { begin, succeed, fail, print }
}

/** @param {{ since: number }} step */
const sinceStart = (step) => performance.now() - step.since

/** @param {string} title @param {string} time */
const alignTime = (title, time) => `${title.padEnd(titleWidth)}${time.padStart(8)}`
