import { CallError } from './call-error.ts'

/** What the server says about the fields of a form: the first sentence for each of them. */
export function fieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  if (!(error instanceof CallError)) return {}
  const errors: Partial<Record<Field, string>> = {}
  for (const field of fields) {
    const sentence = error.fields[field]?.[0]
    if (sentence !== undefined) errors[field] = sentence
  }
  return errors
}

export function hasCode(error: unknown, ...codes: CallError['code'][]): error is CallError {
  return error instanceof CallError && codes.includes(error.code)
}
