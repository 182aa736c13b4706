import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'

export type Log = pino.Logger

export interface LogOptions {
  level: string
  /** Absent: standard output. */
  file?: string
}

/** Structured logs without what must not be in them: tokens, cookies, passwords. */
export function openLog({ level, file }: LogOptions): Log {
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true })
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'authorization',
          'cookie',
          'password',
          'token',
          '*.authorization',
          '*.cookie',
          '*.password',
          '*.token',
        ],
        censor: '[redacted]',
      },
    },
    pino.destination({ dest: file ?? 1, sync: false, append: true, mkdir: false }),
  )
}

/** An address as it may be logged: the value of every `token`, `code` and `state` parameter taken out. */
export function redactUrl(url: string): string {
  return url.replace(/([?&](?:token|code|state|id_token_hint|access_token)=)[^&#]*/gi, '$1[redacted]')
}
