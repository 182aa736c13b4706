import { textLimits } from './limits.ts'

/** What a pattern can hold, and what people are told of it. */
export const patternFields = {
  name: 'The name it has now',
  n: 'Number of the slide: {n}, or {n:3} for 001',
  tissue: 'Its tissue',
  stain: 'Its stain',
  date: 'The day it was uploaded, such as 2026-11-15',
} as const

export interface NamedSlide {
  name: string
  /** Among those renamed, from 1. */
  n: number
  tissue: string | null
  stain: string | null
  /** The day as YYYY-MM-DD. */
  date: string
}

const field = /\{([^{}]*)\}/g
const numbered = /^n(?::([1-9]))?$/

/** Why it can't be used, in a sentence; null where it can. */
export function patternProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'Type what the new names should be.'
  if (pattern.length > textLimits.name) return `A name has at most ${textLimits.name} characters.`
  for (const [whole, inner = ''] of pattern.matchAll(field)) {
    if (!isField(inner)) {
      return `${whole} is not a placeholder. Use ${Object.keys(patternFields)
        .map((name) => `{${name}}`)
        .join(', ')}.`
    }
  }
  if (/[{}]/.test(pattern.replace(field, ''))) return 'A brace has no matching brace.'
  return null
}

/** Whether slides get the same name, but for what they may lack. */
export const namesAllAlike = (pattern: string): boolean => !/\{(n(:[1-9])?|name)\}/.test(pattern)

/** Stands for what a slide lacks until what separates it is gone, too. */
const nothing = '\u0000'

/** The name that a slide gets: at most as long as names may be, spaces and separators as people would write them. */
export function nameByPattern(pattern: string, slide: NamedSlide): string {
  const filled = pattern.replace(field, (whole, inner: string) => (textOf(inner, slide) ?? whole) || nothing)
  const complete = filled.replace(/[\s_.,;-]+\0/g, '').replace(/\0[\s_.,;-]*/g, '')
  const tidy = complete.replace(/\s+/g, ' ').trim()
  // Cut between characters, never inside of one.
  let cut = ''
  for (const character of tidy) {
    if (cut.length + character.length > textLimits.name) break
    cut += character
  }
  return cut
}

function isField(inner: string): boolean {
  return numbered.test(inner) || Object.hasOwn(patternFields, inner)
}

function textOf(inner: string, slide: NamedSlide): string | null {
  const number = numbered.exec(inner)
  if (number) return String(slide.n).padStart(Number(number[1] ?? 1), '0')
  if (inner === 'name') return slide.name
  if (inner === 'tissue') return slide.tissue ?? ''
  if (inner === 'stain') return slide.stain ?? ''
  if (inner === 'date') return slide.date
  return null
}
