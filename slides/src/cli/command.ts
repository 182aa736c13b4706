import { columns } from './columns.ts'
import type { Program } from './program.ts'
import { noProgress } from './progress.ts'
import { commonOptions, type Option, type OptionTable, type OptionValues, readWords } from './usage.ts'

/** A command as the program sees it. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly help: string
  run(words: readonly string[], program: Program): Promise<void>
}

export interface CommandDefinition<Table extends OptionTable> {
  readonly name: string
  /** Ends with a full stop. */
  readonly summary: string
  /** Each must be given: `FILE`. */
  readonly arguments: readonly string[]
  readonly options: Table
  /** More for the help, one line each. */
  readonly notes?: readonly string[]
  readonly examples: readonly string[]
  run(
    input: { arguments: readonly string[]; options: OptionValues<Table & typeof commonOptions> },
    program: Program,
  ): Promise<void>
}

export function defineCommand<const Table extends OptionTable>(
  definition: CommandDefinition<Table>,
): Command {
  const { name, summary, arguments: names, options } = definition
  const table: Table & typeof commonOptions = { ...options, ...commonOptions }
  return {
    name,
    summary,
    help: helpOf(definition, table),
    run(words, program) {
      const input = readWords(words, names, table)
      const quiet = { ...program, say() {}, progress: noProgress }
      return definition.run(input, input.options.quiet ? quiet : program)
    },
  }
}

export const programName = 'cresyl-slides'

function helpOf(definition: CommandDefinition<OptionTable>, table: OptionTable): string {
  const { name, summary, arguments: names, notes = [], examples } = definition
  return [
    `Usage: ${[programName, name, ...names].join(' ')} [options]`,
    '',
    summary,
    ...notes,
    '',
    ...columns(Object.entries(table).map(describeOption)),
    '',
    ...(examples.length > 1 ? ['Examples:'] : ['Example:']),
    ...examples.map((example) => `  ${programName} ${example}`),
  ].join('\n')
}

function describeOption([name, option]: [string, Option]): string[] {
  const flags = `${option.short ? `-${option.short}, ` : '    '}--${name}`
  if (option.kind === 'flag') return [`  ${flags}`, option.help]
  const usual = option.default === undefined ? '' : ` (${option.default})`
  return [`  ${flags} ${option.value}`, `${option.help}${usual}`]
}
