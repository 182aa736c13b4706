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
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: redactLine },
    },
    pino.destination({
      dest: file === undefined ? 1 : openLogFile(file),
      sync: false,
      // Many lines at a time where there are many: writing each by itself costs more than answering for it.
      minLength: 8192,
      periodicFlush: 100,
    }),
  )
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

/** An address as it may be logged: everything that could open a session taken out, of parameters and of links. */
export function redactUrl(url: string): string {
  return url
    .replace(
      /([?&#](?:token|\w+_token|id_token_hint|code|code_verifier|state|client_secret|password|signature)=)[^&#]*/gi,
      '$1[redacted]',
    )
    .replace(/(\/(?:invitation|password-reset)\/)[^/?#]+/gi, '$1[redacted]')
}
