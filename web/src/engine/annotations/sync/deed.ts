import { type Content, isSame, type Patch, type Shape, shapeFrom } from '../content/shape.ts'

export interface Update {
  readonly kind: 'update'
  /** What its fields were: who finds another value there has met somebody else's change. */
  readonly before: Patch
  readonly after: Patch
  /** Of the annotation it was made on; 0 while one before it is under way, which gives it its version. */
  readonly version: number
}

/** What is to be done at the server to one annotation. */
export type Deed =
  | { readonly kind: 'create'; readonly content: Content }
  | Update
  /** `undone` is a change that was not sent since it was deleted after all. */
  | { readonly kind: 'delete'; readonly version: number; readonly undone?: Update }
  /** The content is for one that never got there. */
  | { readonly kind: 'restore'; readonly content: Content; readonly after: Patch }

export interface Entry {
  readonly id: string
  readonly imageId: string
  /** The name of its slide, for whoever is told what is not saved. */
  readonly slide?: string
  readonly deed: Deed
}

/** Two deeds on one annotation as one; null where they cancel out. `isThere`: the server knows it, deleted or not. */
export function combined(first: Deed | undefined, next: Deed, isThere: boolean): Deed | null {
  switch (next.kind) {
    case 'create':
      return next
    case 'update':
      return first ? updated(first, next) : next
    case 'delete':
      return first ? deleted(first, next.version) : next
    case 'restore':
      if (first?.kind === 'delete') return first.undone ?? null
      if (first) return first
      return isThere ? next : { kind: 'create', content: next.content }
  }
}

function updated(first: Deed, next: Update): Deed {
  switch (first.kind) {
    case 'create':
      return { ...first, content: { ...first.content, ...next.after } }
    case 'update':
      return {
        ...first,
        before: { ...next.before, ...first.before },
        after: { ...first.after, ...next.after },
      }
    case 'restore':
      return { ...first, after: { ...first.after, ...next.after } }
    case 'delete':
      return first
  }
}

function deleted(first: Deed, version: number): Deed | null {
  switch (first.kind) {
    case 'create':
    case 'restore':
      return null
    case 'update':
      return { kind: 'delete', version: first.version, undone: first }
    case 'delete':
      return { ...first, version: first.version || version }
  }
}

/** What is seen of an annotation with what was done to it since; undefined where it is gone. */
export function withDeed(
  saved: Shape | undefined,
  { id, deed }: Entry,
  author: Shape['author'],
): Shape | undefined {
  switch (deed.kind) {
    case 'create':
      return shapeFrom(id, deed.content, author)
    case 'update':
      return saved && { ...saved, ...deed.after }
    case 'delete':
      return undefined
    case 'restore':
      return { ...(saved ?? shapeFrom(id, deed.content, author)), ...deed.after }
  }
}

/** What a deed is after somebody else's change: none any more, the same on the new version, or against it. */
export type Rebased =
  | { readonly kind: 'done' }
  | { readonly kind: 'kept'; readonly deed: Deed }
  | { readonly kind: 'against' }

/** `theirs` is the annotation as the server has it now; `isDeleted` whether somebody deleted it. */
export function rebased(deed: Deed, theirs: Shape, isDeleted: boolean): Rebased {
  switch (deed.kind) {
    case 'create':
      return isDeleted || !isSame(deed.content.geometry, theirs.geometry) ? against : done
    case 'restore':
      return isDeleted ? { kind: 'kept', deed } : done
    case 'delete':
      if (isDeleted) return done
      return deed.version === theirs.version ? { kind: 'kept', deed } : against
    case 'update': {
      if (isDeleted) return against
      const fields = Object.keys(deed.after) as (keyof Patch)[]
      const open = fields.filter((field) => !isSame(deed.after[field], theirs[field]))
      if (open.length === 0) return done
      const isUntouched = open.every(
        (field) => field in deed.before && isSame(deed.before[field], theirs[field]),
      )
      return isUntouched ? { kind: 'kept', deed: { ...deed, version: theirs.version } } : against
    }
  }
}

const done: Rebased = { kind: 'done' }
const against: Rebased = { kind: 'against' }
