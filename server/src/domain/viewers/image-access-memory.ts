import { ApiError } from '@cresyl/contract/api/errors'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { type AnnouncedChange, followChanges } from '../../platform/db/announced-change.ts'
import { blockFolderOf, createSourceDescriber } from '../../platform/tiles/describe-source.ts'
import { noSuchImage } from '../images/queries.ts'
import { type LoadedImage, loadShownImage } from './load-shown-image.ts'
import { isIdentifying } from './record-view.ts'
import type { ShownImage } from './shown-image.ts'

/** Images as the database has them, without asking it again as long as it announces no change. */
export interface ImageMemory {
  find(organizationId: string, imageId: string): LoadedImage | undefined
  /** Throws `not_found` and `not_ready`; who asks meanwhile waits for the same answer. */
  load(organizationId: string, imageId: string): Promise<LoadedImage>
  onDropped(dropped: Dropped): void
  close(): void
}

type Dropped = (image: Pick<ShownImage, 'id' | 'fileId'>) => void

export type ImageMemoryContext = Pick<
  Context,
  'config' | 'database' | 'storage' | 'listener' | 'clock' | 'log'
>

/** What is remembered is asked for again after so long, whatever was announced. */
const rememberedFor = 60_000
/** As long as announcements can't be heard. */
const rememberedUnheard = 1000
/** That there is no such image, against those who ask for it again and again. */
const refusedFor = 1000
const mostImages = 5000
const mostRefusals = 10_000

interface Remembered extends LoadedImage {
  readonly since: number
  /** A row that it was made from may have changed. */
  isStale: boolean
}

interface Loading {
  readonly organizationId: string
  readonly imageId: string
  readonly answer: Promise<LoadedImage>
  /** Something changed since it was asked for: the answer is for those who wait, and not kept. */
  isOutdated: boolean
}

export function createImageMemory(context: ImageMemoryContext, limit = mostImages): ImageMemory {
  const { listener, clock } = context
  const describe = createSourceDescriber(context.storage, { cache: blockFolderOf(context.config.slides) })
  const remembered = new Map<string, Remembered>()
  const refused = new LRUCache<string, number>({ max: mostRefusals })
  const loading = new Map<string, Loading>()
  const told = new Set<Dropped>()

  const tell: Dropped = ({ id, fileId }) => {
    for (const dropped of told) dropped({ id, fileId })
  }

  const keep = (loaded: LoadedImage, since: number) => {
    const { id, version } = loaded.image
    const before = remembered.get(id)
    if (before && before.image.version !== version) tell(before.image)
    remembered.delete(id)
    // In the order of loading: what is looked at is loaded again every minute, so that the first are not.
    remembered.set(id, { ...loaded, since, isStale: false })
    // What others keep of an image must not outlive what is known of it here: they would not be told of changes.
    for (const [oldest, { image }] of remembered) {
      if (remembered.size <= limit) return
      remembered.delete(oldest)
      tell(image)
    }
  }

  const refuse = (organizationId: string, imageId: string, now: number) => {
    const gone = remembered.get(imageId)?.image
    if (gone?.organizationId === organizationId) {
      remembered.delete(imageId)
      tell(gone)
    }
    refused.set(`${organizationId} ${imageId}`, now + refusedFor)
  }

  const start = (key: string, organizationId: string, imageId: string): Loading => {
    const since = clock.now().getTime()
    const answer = loadShownImage(context, describe, organizationId, imageId)
      .then(
        (loaded) => {
          if (!started.isOutdated) keep(loaded, since)
          return loaded
        },
        (error) => {
          const isGone = error instanceof ApiError && error.code === 'not_found'
          if (isGone && !started.isOutdated) refuse(organizationId, imageId, since)
          throw error
        },
      )
      .finally(() => {
        if (loading.get(key) === started) loading.delete(key)
      })
    const started: Loading = { organizationId, imageId, answer, isOutdated: false }
    loading.set(key, started)
    return started
  }

  /** Whoever asks from now on asks the database. */
  const outdate = (organizationId?: string, imageId?: string) => {
    refused.clear()
    for (const [key, running] of loading) {
      if (organizationId !== undefined && organizationId !== running.organizationId) continue
      if (imageId !== undefined && imageId !== running.imageId) continue
      running.isOutdated = true
      loading.delete(key)
    }
  }

  const drop = (isMeant: (image: ShownImage) => boolean) => {
    for (const [id, { image }] of remembered) {
      if (!isMeant(image)) continue
      remembered.delete(id)
      tell(image)
    }
  }

  const doubt = (isMeant: (image: ShownImage) => boolean) => {
    for (const entry of remembered.values()) if (isMeant(entry.image)) entry.isStale = true
  }

  const hear = ({ resource, organizationId, id }: AnnouncedChange) => {
    const isTheirs = (image: ShownImage) =>
      organizationId === undefined || organizationId === image.organizationId
    const isMeant = (own: string | null) => id === undefined || id === own

    switch (resource) {
      case 'images': {
        outdate(organizationId, id)
        if (id === undefined) return drop(isTheirs)
        const fileId = remembered.get(id)?.image.fileId ?? null
        remembered.delete(id)
        return tell({ id, fileId })
      }
      case 'files':
        // What is kept of it goes if another file lies there; who has a copy made disturbs nobody.
        outdate(organizationId)
        return doubt((image) => isTheirs(image) && isMeant(image.fileId))
      case 'slides':
        // Its pixels are as they were, or rows of its images tell otherwise: what others keep may stay.
        outdate(organizationId)
        return doubt((image) => isTheirs(image) && isMeant(image.slideId))
      case 'organization_settings':
        outdate(organizationId)
        return doubt((image) => isTheirs(image) && isIdentifying(image.kind))
    }
  }

  const dropAll = () => {
    outdate()
    drop(() => true)
  }

  const stops = [followChanges(context, hear), listener.onReconnect(dropAll)]

  return {
    find: (organizationId, imageId) => {
      const found = remembered.get(imageId)
      if (found?.image.organizationId !== organizationId || found.isStale) return undefined
      const age = clock.now().getTime() - found.since
      return age < (listener.isCurrent ? rememberedFor : rememberedUnheard) ? found : undefined
    },
    load: async (organizationId, imageId) => {
      const key = `${organizationId} ${imageId}`
      const refusedUntil = refused.get(key)
      if (refusedUntil !== undefined && clock.now().getTime() < refusedUntil) throw noSuchImage()
      return (loading.get(key) ?? start(key, organizationId, imageId)).answer
    },
    onDropped: (dropped) => {
      told.add(dropped)
    },
    close: () => {
      for (const stop of stops) stop()
      told.clear()
    },
  }
}
