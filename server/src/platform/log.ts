import { mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'

export type Log = pino.Logger

const secretField =
  /"(authorization|cookie|set-cookie|password|token|\w+_token|client_secret)":(?:"(?:[^"\\]|\\.)*"|\[(?:"(?:[^"\\]|\\.)*",?)*\])/gi

export interface LogOptions {
  level: string
  /** Which of several processes writes to the same log, such as `api-1`. */
  process?: string
  /** Absent: standard output. */
  file?: string
}

/** Structured logs without what must not be in them: tokens, cookies, passwords. */
export function openLog({ level, file, process: name }: LogOptions): Log {
  return pino(
    {
      level,
      base: { pid: process.pid, ...(name !== undefined && { process: name }) },
      timestamp: createTimestamp(),
      hooks: { streamWrite: redactLine },
    },
    openDestination(file === undefined ? 1 : openLogFile(file)),
  )
}

const flushMilliseconds = 100

function openDestination(descriptor: number) {
  const destination: ReturnType<typeof pino.destination> & { destroyed?: boolean } = pino.destination({
    dest: descriptor,
    sync: false,
    // Many lines at a time where there are many: writing each by itself costs more than answering for it.
    minLength: 32 * 1024,
    maxWrite: 64 * 1024,
    // Kept while they can't be written; what comes then is lost.
    maxLength: 4 * 1024 * 1024,
  })
  // On a full disk nothing can be told here, and it is no reason to end: it is tried again with each further line.
  destination.on('error', () => {})
  // Its own periodic flush would wake the process ten times a second, also with nothing to write.
  let flushes = false
  const flush = () => {
    flushes = false
    if (!destination.destroyed) destination.flush()
  }
  const flushSoon = () => {
    if (!flushes) setTimeout(flush, flushMilliseconds).unref()
    flushes = true
  }
  const { write } = destination
  destination.write = (line) => {
    flushSoon()
    return write.call(destination, line)
  }
  // Lines that came while others were being written are left over.
  destination.on('write', (bytes) => {
    if (bytes > 0) flushSoon()
  })
  return destination
}

/** Fields that are known to hold no secret, and their message, at level `info`. */
export type PlainLines = (fields: Readonly<Record<string, string | number>>, message: string) => void

/** What a log consists of, by the names that pino gives those who write to it by themselves. */
interface LogParts {
  readonly [pino.symbols.streamSym]: { write(line: string): void }
  readonly [pino.symbols.lsCacheSym]: Readonly<Record<number, string>>
  readonly [pino.symbols.timeSym]: () => string
  readonly [pino.symbols.chindingsSym]: string
}

/** The same lines as the log itself writes, for what is answered thousands of times a second: nothing is looked for. */
export function createPlainLines(log: Log): PlainLines {
  const parts = log as Log & LogParts
  const { stream, time, bindings, level } = {
    stream: parts[pino.symbols.streamSym],
    time: parts[pino.symbols.timeSym],
    bindings: parts[pino.symbols.chindingsSym],
    level: parts[pino.symbols.lsCacheSym][pino.levels.values.info as number],
  }
  let waiting = ''
  const flush = () => {
    stream.write(waiting)
    waiting = ''
  }
  return (fields, message) => {
    if (!log.isLevelEnabled('info')) return
    // Those of one turn together: the destination goes through all that it still has with every piece it gets.
    if (waiting === '') setImmediate(flush)
    const own = JSON.stringify(fields).slice(1, -1)
    waiting += `${level}${time()}${bindings},${own},"msg":${JSON.stringify(message)}}\n`
  }
}

/** In the form of ISO 8601, of which most stays the same for a second. */
function createTimestamp(): () => string {
  let [second, begin] = [Number.NaN, '']
  return () => {
    const now = Date.now()
    const milliseconds = now % 1000
    if (now - milliseconds !== second) {
      second = now - milliseconds
      begin = `,"time":"${new Date(second).toISOString().slice(0, -4)}`
    }
    return `${begin}${String(milliseconds).padStart(3, '0')}Z"`
  }
}

/** Opened before the first line: a start that fails at once must still say why in it. */
function openLogFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return openSync(path, 'a', 0o600)
}

/** One pass over the finished line reaches every depth, at a fraction of what pino's `redact` costs. */
function redactLine(line: string): string {
  return line.replace(secretField, '"$1":"[redacted]"')
}

/** Access tokens and API tokens, wherever they stand and however their parameter is spelled. */
const tokenShape = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bcresyl_[\w-]{20,}/g

/** An address as it may be logged: everything that could open a session taken out, of parameters and of links. */
export function redactUrl(url: string): string {
  return url
    .replace(
      /([?&#](?:token|\w+_token|id_token_hint|code|code_verifier|state|client_secret|password|signature)=)[^&#]*/gi,
      '$1[redacted]',
    )
    .replace(/(\/(?:invitation|password-reset)\/)[^/?#]+/gi, '$1[redacted]')
    .replace(tokenShape, '[redacted]')
}
