import type { JobLogLine } from '@cresyl/contract/operations/jobs'

export interface AttemptLog {
  attempt: number
  lines: readonly JobLogLine[]
}

/** The lines, which come in their order, by the attempt that wrote them. */
export function byAttempt(lines: readonly JobLogLine[]): readonly AttemptLog[] {
  return [...Map.groupBy(lines, (line) => line.attempt)].map(([attempt, own]) => ({ attempt, lines: own }))
}

/** To paste into a letter: exact times, so that it means the same to whoever reads it. */
export function logText(lines: readonly JobLogLine[]): string {
  return byAttempt(lines)
    .map(({ attempt, lines }) => [`Attempt ${attempt}`, ...lines.map(textOf), ''].join('\n'))
    .join('\n')
}

function textOf({ at, level, text }: JobLogLine): string {
  return `${at} ${level.toUpperCase().padEnd(5)} ${text}`
}
