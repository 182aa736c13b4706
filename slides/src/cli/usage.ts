import { parseArgs } from 'node:util'
import { nearest } from './nearest.ts'

/** The words of a command don't fit. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

interface OptionBase {
  readonly short?: string
  /** For the help: what it does, without a full stop. */
  readonly help: string
}

export interface Flag extends OptionBase {
  readonly kind: 'flag'
}

export interface TextOption extends OptionBase {
  readonly kind: 'text'
  /** What stands for the value in the help: `FILE`. */
  readonly value: string
  readonly choices?: readonly string[]
  readonly default?: string
}

export interface NumberOption extends OptionBase {
  readonly kind: 'integer' | 'number'
  readonly value: string
  /** Both inclusive. */
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

export type Option = Flag | TextOption | NumberOption
export type OptionTable = Readonly<Record<string, Option>>

type ValueOf<One extends Option> = One extends Flag
  ? boolean
  : One extends NumberOption
    ? number
    : One extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string

/** Flags that aren't given are false; other options without a default are undefined then. */
export type OptionValues<Table extends OptionTable> = {
  -readonly [Name in keyof Table]: Table[Name] extends Flag | { readonly default: unknown }
    ? ValueOf<Table[Name]>
    : ValueOf<Table[Name]> | undefined
}

/** Every command has these. */
export const commonOptions = {
  quiet: { kind: 'flag', short: 'q', help: 'say nothing but errors' },
  debug: { kind: 'flag', help: 'show where in the program an error arose' },
  help: { kind: 'flag', short: 'h', help: 'show this' },
} as const satisfies OptionTable

export interface Words<Table extends OptionTable> {
  readonly arguments: readonly string[]
  readonly options: OptionValues<Table>
}

/** Reads options and arguments; whatever is unknown, missing, left over or out of range is a `UsageError`. */
export function readWords<const Table extends OptionTable>(
  words: readonly string[],
  names: readonly string[],
  table: Table,
): Words<Table> {
  const given = new Map<string, string | boolean>()
  const found: string[] = []
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(table).map(([name, { kind, short }]) => [
        name,
        { type: kind === 'flag' ? 'boolean' : 'string', ...(short ? { short } : {}) } as const,
      ]),
    ),
  })
  for (const token of tokens) {
    if (token.kind === 'positional') found.push(token.value)
    if (token.kind === 'option') given.set(token.name, checkToken(token, table))
  }
  checkCount(found, names)
  const values = Object.entries(table).map(([name, option]) => [
    name,
    readValue(name, option, given.get(name)),
  ])
  return { arguments: found, options: Object.fromEntries(values) as OptionValues<Table> }
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function checkToken(
  { name, rawName, value, inlineValue }: OptionToken,
  table: OptionTable,
): string | boolean {
  const option = table[name]
  if (!option) {
    if (/^-\d/.test(rawName))
      throw new UsageError(`Arguments can't be negative, but one begins with “${rawName}”.`)
    const meant = nearest(name, Object.keys(table))
    throw new UsageError(`There is no option ${rawName}${meant ? `; did you mean --${meant}?` : '.'}`)
  }
  if (option.kind === 'flag') {
    if (inlineValue) throw new UsageError(`${rawName} takes no value, but was given “${value}”.`)
    return true
  }
  // What looks like the next option is one, but for a negative number.
  const swallowed = !inlineValue && value !== undefined && /^-[^\d.]/.test(value)
  if (value === undefined || swallowed) throw new UsageError(`${rawName} needs a value: ${option.value}.`)
  return value
}

function checkCount(found: readonly string[], names: readonly string[]): void {
  const missing = names[found.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`)
  if (found.length > names.length) throw new UsageError(`“${found[names.length]}” is one word too many.`)
}

function readValue(name: string, option: Option, given: string | boolean | undefined) {
  if (option.kind === 'flag') return given === true
  if (typeof given !== 'string') return option.default
  if (option.kind !== 'text') return readNumber(`--${name}`, given, option)
  if (option.choices && !option.choices.includes(given)) {
    throw new UsageError(`--${name} must be ${listOf(option.choices)}, but is “${given}”.`)
  }
  return given
}

/** A number in its range; `what` begins the message where it is none. */
export function readNumber(
  what: string,
  text: string,
  { kind, minimum = -Infinity, maximum = Infinity }: Pick<NumberOption, 'kind' | 'minimum' | 'maximum'>,
): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  const fits = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
  if (fits && value >= minimum && value <= maximum) return value
  const range =
    maximum < Infinity
      ? ` from ${minimum} to ${maximum}`
      : minimum > -Infinity
        ? ` of at least ${minimum}`
        : ''
  throw new UsageError(
    `${what} must be a ${kind === 'integer' ? 'whole ' : ''}number${range}, but is “${text}”.`,
  )
}

/** `a, b or c` */
export const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
