import { rootFolder } from '../platform/places.ts'
import type { Command } from './command.ts'
import { diagnose } from './doctor/diagnose.ts'
import type { Finding } from './doctor/finding.ts'
import { readOptions } from './usage.ts'

export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor',
  summary:
    'Check settings, folders, database, storage and services, and say what to do. Exit status 1 if there is a problem.',
  run: async (words, { environment, output }) => {
    readOptions(words, {})
    let problems = 0
    let warnings = 0
    for await (const finding of diagnose({ environment, root: rootFolder })) {
      output.write(lineOf(finding))
      if (finding.verdict === 'problem') problems += 1
      if (finding.verdict === 'warning') warnings += 1
    }
    output.write(`${problems} problems, ${warnings} warnings\n`)
    return problems === 0 ? 0 : 1
  },
}

function lineOf({ verdict, about, sentence }: Finding): string {
  return `${verdict.padEnd(8)} ${about.padEnd(13)} ${sentence}\n`
}
