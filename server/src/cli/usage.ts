import { parseArgs } from 'node:util'

/** The words of a command don't fit; its usage is shown. */
export class UsageError extends Error {}

type OptionKind = 'text' | 'flag'

/** Reads `--name value` and `--flag`; anything unknown, missing or left over is told. */
export function readOptions<const Kinds extends Record<string, OptionKind>>(words: string[], kinds: Kinds) {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? 'boolean' : 'string' } as const,
    ]),
  )
  try {
    const { values } = parseArgs({ args: words, options, strict: true, allowPositionals: false })
    return values as { [Name in keyof Kinds]?: Kinds[Name] extends 'flag' ? boolean : string }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export function required(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing.`)
  return value
}
