import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { type Shape, savedShape } from '../content/shape.ts'

interface Known {
  readonly shape: Shape
  readonly isDeleted: boolean
}

/** What the server is known to have, and which versions of it somebody else has made since it is known. */
export interface KnownShapes {
  get(id: string): Known | undefined
  has(id: string): boolean
  ids(): readonly string[]
  /** Who made its version is not told. */
  keep(shape: Shape, isDeleted?: boolean): void
  keepSaved(annotation: Annotation): void
  /** They were deleted. */
  leave(ids: Iterable<string>): void
  /** They were deleted and restored by this person, which makes two versions. */
  bringBack(ids: Iterable<string>): void
  forget(ids: Iterable<string>): void
  /** Whether somebody else has made a version after this one. */
  isForeignSince(id: string, version: number): boolean
}

export function createKnownShapes(author: Shape['author']): KnownShapes {
  const known = new Map<string, Known>()
  const foreign = new Map<string, Set<number>>()

  function keep(shape: Shape, isDeleted = false): void {
    const { id, version } = shape
    const there = known.get(id)
    if (there && there.shape.version > version) return
    if (there && there.shape.version < version) foreign.set(id, (foreign.get(id) ?? new Set()).add(version))
    known.set(id, { shape, isDeleted })
  }

  return {
    get: (id) => known.get(id),
    has: (id) => known.has(id),
    ids: () => [...known.keys()],
    keep,
    keepSaved(annotation) {
      keep(savedShape(annotation), annotation.deleted_at !== null)
      if (annotation.updated_by?.id === author?.id) foreign.get(annotation.id)?.delete(annotation.version)
    },
    leave(ids) {
      for (const id of ids) {
        const there = known.get(id)
        if (there) known.set(id, { ...there, isDeleted: true })
      }
    },
    bringBack(ids) {
      for (const id of ids) {
        const there = known.get(id)
        if (!there) continue
        known.set(id, { shape: { ...there.shape, version: there.shape.version + 2 }, isDeleted: false })
      }
    },
    forget(ids) {
      for (const id of ids) {
        known.delete(id)
        foreign.delete(id)
      }
    },
    isForeignSince: (id, version) => [...(foreign.get(id) ?? [])].some((each) => each > version),
  }
}
