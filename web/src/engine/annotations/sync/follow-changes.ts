import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { annotationLimits } from '@cresyl/contract/api/limits'

/** An image that is open: what is known of it, and how to ask for all of it again. */
export interface FollowedImage {
  readonly document: {
    readonly imageId: string
    versionOf(id: string): number
    takeOne(annotation: Annotation): void
    takeGone(ids: readonly string[]): void
  }
  readonly source: { refresh(): void }
}

interface FollowTools {
  images(): readonly FollowedImage[]
  /** Those of an image that are there, of the ones named. */
  fetch(imageId: string, ids: readonly string[]): Promise<readonly Annotation[]>
}

/** How long changes are collected before they are asked for, in ms: somebody may have changed many at once. */
const collecting = 100

/** Brings what others have done into the images that are open. Somebody deletes one: asked for, it isn't there. */
export function createChangeFollower({ images, fetch }: FollowTools) {
  const changed = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function catchUp({ document, source }: FollowedImage, all: ReadonlyMap<string, number>) {
    const ids = [...all].filter(([id, version]) => document.versionOf(id) < version).map(([id]) => id)
    if (ids.length === 0) return
    if (ids.length > annotationLimits.named) return source.refresh()
    try {
      const found = await fetch(document.imageId, ids)
      const there = new Set(found.map(({ id }) => id))
      for (const annotation of found) document.takeOne(annotation)
      document.takeGone(ids.filter((id) => !there.has(id)))
    } catch {
      // Whatever went wrong, asking for everything tells so where it is seen.
      source.refresh()
    }
  }

  function catchUpAll() {
    timer = undefined
    const all = new Map(changed)
    changed.clear()
    for (const image of images()) void catchUp(image, all)
  }

  return {
    /** Without a version it may be any. */
    changed(id: string, version = Number.POSITIVE_INFINITY): void {
      changed.set(id, Math.max(version, changed.get(id) ?? 0))
      timer ??= setTimeout(catchUpAll, collecting)
    },
    /** Some changes may have been missed. */
    missed(): void {
      for (const { source } of images()) source.refresh()
    },
    stop: () => clearTimeout(timer),
  }
}
