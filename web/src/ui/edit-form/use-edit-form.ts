import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import {
  type FieldErrors,
  type FieldOf,
  fieldsOf,
  isSame,
  listChanges,
  type Merged,
  mergeDrafts,
  pick,
} from './merge-drafts.ts'

/** What is sent when a form is saved. */
export interface Save<Base, Values> {
  base: Base
  /** Only what differs from the base, so that what someone else changes meanwhile stays theirs. */
  changes: Partial<Values>
  values: Values
}

export interface EditFormOptions<Saved, Base extends Saved | null, Draft extends object, Values, Place> {
  /** What is edited; null where something new is made. A newer one is followed while nothing is changed here. */
  stored: Base
  /** The fields as people see and type them. */
  read: (stored: Base) => Draft
  /** The same as they are stored. */
  write: (draft: Draft) => Values
  /** What is wrong with what was typed, by field. */
  check: (draft: Draft) => FieldErrors<Draft>
  saving: UseMutationOptions<Saved, Error, Save<Base, Values>>
  /** What is stored now, where a save was refused for its version. */
  storedNow?: (error: unknown) => Base | null
  /** What the server says of fields; left out: by their names. */
  errorsOf?: (error: unknown) => FieldErrors<Draft>
  /** For a form whose fields are made of parts; left out: field by field. */
  merge?: (drafts: { base: Draft; mine: Draft; theirs: Draft }) => Merged<Draft, Place>
  onSaved?: (saved: Saved, sent: Save<Base, Values>) => void
  /** Saved though nothing is changed: a dialog closes. */
  onUnchanged?: () => void
}

export interface Conflict<Draft, Place> {
  readonly theirs: Draft
  /** What was here when the conflict was found: "Keep mine" brings it back. */
  readonly mine: Draft
  readonly places: readonly Place[]
}

export interface EditForm<Draft extends object, Place = FieldOf<Draft>> {
  readonly draft: Draft
  change(changes: Partial<Draft>): void
  /** What is wrong, by field: of what is edited as soon as it is changed, of all once someone has tried to save. */
  readonly errors: FieldErrors<Draft>
  readonly changedFields: readonly FieldOf<Draft>[]
  /** Whether something would be lost. */
  readonly changed: boolean
  readonly busy: boolean
  /** Someone else has saved meanwhile. */
  readonly conflict: Conflict<Draft, Place> | null
  /** What is kept of a field that both have changed; null of any other. */
  choiceOf(field: FieldOf<Draft>): 'theirs' | 'mine' | null
  choose(field: FieldOf<Draft>, choice: 'theirs' | 'mine'): void
  submit(): void
  /** What is stored takes the place of what was typed. */
  discard(): void
  /** What a text field needs. */
  text(field: TextOf<Draft>, hint?: string): TextProps
}

type TextOf<Draft> = {
  [Field in FieldOf<Draft>]: Draft[Field] extends string ? Field : never
}[FieldOf<Draft>]

interface TextProps {
  value: string
  error: boolean
  helperText: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

/** What is typed into a form until it is saved, also when someone else saves meanwhile. */
export function useEditForm<
  Saved,
  Base extends Saved | null,
  Draft extends object,
  Values extends Record<FieldOf<Draft>, unknown>,
  Place = FieldOf<Draft>,
>(options: EditFormOptions<Saved, Base, Draft, Values, Place>) {
  const { stored, read, write, check, saving, onSaved, onUnchanged } = options
  const { storedNow = () => null, errorsOf = errorsByName(fieldsOf(read(stored))) } = options
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(() => read(stored))
  const [conflict, setConflict] = useState<Conflict<Draft, Place> | null>(null)
  const [tried, setTried] = useState(false)
  const mutation = useMutation({
    ...saving,
    meta: {
      shownInPlace: (error) => storedNow(error) !== null || Object.keys(errorsOf(error)).length > 0,
    },
  })
  const before = read(base)
  const faults = check(draft)
  const changes = new Set(listChanges(write, before, draft))
  for (const field of fieldsOf(faults)) if (!isSame(before[field], draft[field])) changes.add(field)
  const changed = changes.size > 0

  function begin(from: Base) {
    setBase(from)
    setDraft(read(from))
    setConflict(null)
    setTried(false)
  }

  // Saved elsewhere and fetched again.
  if (versionOf(stored) > versionOf(base) && !mutation.isPending) {
    if (!changed) begin(stored)
    else if (listChanges(write, before, read(stored)).length === 0) setBase(stored)
  }

  function submit() {
    setTried(true)
    if (mutation.isPending || Object.keys(faults).length > 0) return
    if (base !== null && !changed) return onUnchanged?.()
    send(base)
  }

  function send(to: Base) {
    const values = write(draft)
    const sent = { base: to, changes: pick(values, [...changes]), values }
    mutation.mutate(sent, {
      onSuccess: (saved) => {
        // Of what is new, nothing is left to edit.
        begin(base === null ? base : (saved as Saved & Base))
        onSaved?.(saved, sent)
      },
      onError: refused,
    })
  }

  function refused(error: unknown) {
    const now = storedNow(error)
    if (now === null) return
    const theirs = read(now)
    // What has changed is none of this form's: it keeps nobody from saving.
    if (listChanges(write, before, theirs).length === 0) return send(now)
    const drafts = { base: before, mine: draft, theirs }
    const merged = options.merge?.(drafts) ?? (mergeDrafts(write, drafts) as unknown as Merged<Draft, Place>)
    setBase(now)
    setDraft(merged.draft)
    setConflict({ theirs, mine: merged.draft, places: merged.conflicts })
  }

  function change(changes: Partial<Draft>) {
    setDraft((now) => ({ ...now, ...changes }))
    if (mutation.isError) mutation.reset()
  }

  // What is new is incomplete until someone tries to save it.
  const shownFaults = tried ? faults : pick(faults, base === null ? [] : [...changes])
  const errors = { ...errorsOf(mutation.error), ...shownFaults }
  const form: EditForm<Draft, Place> = {
    draft,
    change,
    errors,
    changedFields: [...changes],
    changed,
    busy: mutation.isPending,
    conflict,
    choiceOf: (field) => {
      if (!conflict?.places.some((place) => place === field)) return null
      return isSame(write(draft)[field], write(conflict.theirs)[field]) ? 'theirs' : 'mine'
    },
    choose: (field, choice) => {
      if (conflict) change(pick(conflict[choice], [field]))
    },
    submit,
    discard: () => {
      begin(base)
      mutation.reset()
    },
    text: (field, hint) => ({
      value: String(draft[field]),
      error: errors[field] !== undefined,
      helperText: errors[field] ?? hint,
      onChange: ({ target }) => change({ [field]: target.value } as unknown as Partial<Draft>),
    }),
  }
  return { ...form, base, saved: mutation.data }
}

function versionOf(stored: unknown): number {
  return typeof stored === 'object' &&
    stored !== null &&
    'version' in stored &&
    typeof stored.version === 'number'
    ? stored.version
    : 0
}

/** The first sentence for each field; that a name is taken is said at the name. */
const errorsByName =
  <Draft extends object>(fields: readonly FieldOf<Draft>[]) =>
  (error: unknown): FieldErrors<Draft> => {
    if (!(error instanceof CallError)) return {}
    const sentences: Record<string, string | undefined> =
      error.code === 'name_taken' ? { name: error.message } : {}
    for (const [field, [sentence]] of Object.entries(error.fields)) sentences[field] = sentence
    const known = Object.entries(sentences).filter(
      ([field, sentence]) => sentence && fields.some((each) => each === field),
    )
    return Object.fromEntries(known) as FieldErrors<Draft>
  }
