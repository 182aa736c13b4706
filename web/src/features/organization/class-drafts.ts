import { annotationClassLimits } from '@cresyl/contract/api/limits'
import type { AnnotationClass } from '@cresyl/contract/people/organizations'
import { withDigits } from '../../engine/annotations/content/class-keys.ts'
import { wordsOfKey } from '../../engine/viewer/input/keys.ts'
import { words } from './words.ts'

/** A class while it is being edited. */
export interface ClassDraft {
  /** Stays with it through moves and renames. */
  key: number
  name: string
  color: string
  hotkey: string
}

export type ClassErrors = Partial<Record<'name' | 'color' | 'hotkey', string>>

export function classDraftsOf(classes: readonly AnnotationClass[]): ClassDraft[] {
  return withDigits(classes).map(({ name, color, hotkey }, key) => ({
    key,
    name,
    color,
    hotkey: hotkey ?? '',
  }))
}

export function classesOf(drafts: readonly ClassDraft[]): AnnotationClass[] {
  return drafts.map(({ name, color, hotkey }) => ({
    name: name.trim(),
    color: color.toUpperCase(),
    hotkey: hotkey === '' ? null : hotkey,
  }))
}

// Told apart from each other and from the tissue; taken in turn for new classes.
const newColors = ['#C5303B', '#2B6CB0', '#1B7F50', '#9A6700', '#7B3FB5', '#0E7490', '#B83280', '#4A5568']

export function addClass(drafts: readonly ClassDraft[]): ClassDraft[] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  const used = new Set(drafts.map((draft) => draft.color.toUpperCase()))
  const color = newColors.find((each) => !used.has(each)) ?? newColors[key % newColors.length] ?? '#655C6E'
  return [...drafts, { key, name: '', color, hotkey: '' }]
}

/** `by` −1 moves towards the first; at the ends nothing moves. */
export function moveClass(drafts: readonly ClassDraft[], key: number, by: -1 | 1): ClassDraft[] {
  const from = drafts.findIndex((draft) => draft.key === key)
  const moved = drafts[from]
  const other = drafts[from + by]
  const result = [...drafts]
  if (!moved || !other) return result
  result[from] = other
  result[from + by] = moved
  return result
}

/** What is wrong with each class, by its key; those that are right are left out. */
export function checkClasses(drafts: readonly ClassDraft[]): Map<number, ClassErrors> {
  const names = tally(drafts.map((draft) => fold(draft.name)))
  const hotkeys = tally(drafts.map((draft) => draft.hotkey))
  const faults = new Map<number, ClassErrors>()
  for (const draft of drafts) {
    const errors = checkClass(draft)
    if (!errors.name && (names.get(fold(draft.name)) ?? 0) > 1) errors.name = words.classes.nameTwice
    if (!errors.hotkey && draft.hotkey !== '' && (hotkeys.get(draft.hotkey) ?? 0) > 1) {
      errors.hotkey = words.classes.keyTwice
    }
    if (Object.keys(errors).length > 0) faults.set(draft.key, errors)
  }
  return faults
}

/** Keys of classes that do something else in the viewer while nothing is drawn, and what. */
export function keyClashes(
  drafts: readonly Pick<ClassDraft, 'hotkey'>[],
): readonly { readonly key: string; readonly words: string }[] {
  return drafts.flatMap(({ hotkey }) => {
    const other = hotkey === '' ? null : wordsOfKey(hotkey)
    return other === null ? [] : [{ key: hotkey.toUpperCase(), words: other }]
  })
}

function checkClass({ name, color, hotkey }: ClassDraft): ClassErrors {
  const errors: ClassErrors = {}
  if (name.trim() === '') errors.name = words.classes.nameRequired
  if (name.trim().length > annotationClassLimits.name) errors.name = words.classes.nameTooLong
  if (!/^#[0-9a-f]{6}$/i.test(color)) errors.color = words.classes.colorWrong
  if (hotkey !== '' && !/^[0-9]$/.test(hotkey)) errors.hotkey = words.classes.keyWrong
  return errors
}

const fold = (name: string) => name.trim().normalize('NFKC').toLowerCase()

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
