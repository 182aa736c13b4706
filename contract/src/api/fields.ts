import { textLimits } from './limits.ts'
import { z } from './zod.ts'

export const id = z.uuid().toLowerCase()
/** In filters: `none` is for what has none. */
export const idOrNone = z.union([z.literal('none'), id])
export const time = z.iso.datetime()
export const version = z.int().min(1)

// Control characters and lone surrogates have no place in what people type, and PostgreSQL refuses U+0000.
const controlCharacter = /\p{Cc}/u
const controlExceptBreaks = /[^\P{Cc}\n\t\r]/u

/** One line of text that a person typed. */
export function line(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine((text) => text.isWellFormed() && !controlCharacter.test(text), 'Contains unprintable characters')
}

/** Text that may have line breaks. */
export function prose(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine(
      (text) => text.isWellFormed() && !controlExceptBreaks.test(text),
      'Contains unprintable characters',
    )
}

const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u

export const name = line(textLimits.name)
  .min(1, 'A name is required')
  .refine((text) => text === '' || visibleCharacter.test(text), 'Contains no visible characters')

export const person = z.object({ id, name: z.string(), picture: z.string().nullable() })

export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(textLimits.email)
  .pipe(z.email('Not an e-mail address'))
