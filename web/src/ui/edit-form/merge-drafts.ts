export type FieldOf<Draft> = keyof Draft & string
export type FieldErrors<Draft> = { readonly [Field in FieldOf<Draft>]?: string }

/** The fields of a form as they are stored: what is stored alike has not been changed. */
export type Write<Draft, Values> = (draft: Draft) => Values

export interface Merged<Draft, Place> {
  readonly draft: Draft
  /** Both changed these, differently: the person must choose. */
  readonly conflicts: readonly Place[]
}

export function listChanges<Draft extends object, Values extends Record<FieldOf<Draft>, unknown>>(
  write: Write<Draft, Values>,
  before: Draft,
  after: Draft,
): FieldOf<Draft>[] {
  const [old, now] = [write(before), write(after)]
  return fieldsOf(before).filter((field) => !isSame(old[field], now[field]))
}

/** Puts what someone else saved together with what was typed since `base`; what was typed stays until chosen otherwise. */
export function mergeDrafts<Draft extends object, Values extends Record<FieldOf<Draft>, unknown>>(
  write: Write<Draft, Values>,
  { base, mine, theirs }: { base: Draft; mine: Draft; theirs: Draft },
): Merged<Draft, FieldOf<Draft>> {
  const typed = listChanges(write, base, mine)
  const moved = listChanges(write, base, theirs)
  const apart = listChanges(write, mine, theirs)
  return {
    draft: { ...theirs, ...pick(mine, typed) },
    conflicts: typed.filter((field) => moved.includes(field) && apart.includes(field)),
  }
}

export function fieldsOf<Draft extends object>(draft: Draft): FieldOf<Draft>[] {
  return Object.keys(draft) as FieldOf<Draft>[]
}

export function pick<Values extends object>(values: Values, fields: readonly string[]): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => fields.includes(field)),
  ) as Partial<Values>
}

/** Of two values of a field: texts, numbers, lists and such. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return Object.is(one, other)
  return JSON.stringify(one) === JSON.stringify(other)
}
