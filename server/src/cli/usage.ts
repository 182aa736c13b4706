import { parseArgs } from 'node:util'

/** The words of a command don't fit; its usage is shown. */
export class UsageError extends Error {}

type OptionKind = 'text' | 'flag'
type Kinds = Record<string, OptionKind>
type Options<Given extends Kinds> = { [Name in keyof Given]?: Given[Name] extends 'flag' ? boolean : string }

/** Reads `--name value` and `--flag`; anything unknown, missing or left over is told. */
export function readOptions<const Given extends Kinds>(words: string[], kinds: Given): Options<Given> {
  return parse(words, kinds, false).options
}

/** The same for a command that is told of one thing without a name, such as a folder. */
export function readOptionsAndOne<const Given extends Kinds>(words: string[], kinds: Given, what: string) {
  const { options, rest } = parse(words, kinds, true)
  const [one, ...others] = rest
  if (one === undefined || one === '') throw new UsageError(`${what} is missing.`)
  if (others.length > 0) throw new UsageError(`Only one ${what} is taken; “${others[0]}” is left over.`)
  return { options, one }
}

function parse<Given extends Kinds>(words: string[], kinds: Given, allowPositionals: boolean) {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? 'boolean' : 'string' } as const,
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: words, options, strict: true, allowPositionals })
    return { options: values as Options<Given>, rest: positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export function required(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing.`)
  return value
}
