import { type ImageLocation, isSameLocation, type OpenImage, openImage } from './image-location.ts'
import { createSourceOpener, type OpenSource } from './open-source.ts'

export interface OpenSlidesOptions {
  /** Images kept open; those in use are never closed, so that it may be more for a moment. */
  maxCount?: number
  /** Memory that they may hold together. */
  maxBytes?: number
  /** They are closed when nobody has used them for so long. */
  idleMilliseconds?: number
  openSource?: OpenSource
}

/** Images that stay open between requests. */
export interface OpenSlides {
  /** Does the work with the image, which stays open as long as that takes. */
  use<T>(location: ImageLocation, work: (open: OpenImage) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** The image if it is open already, for what is done at once: it may be closed as soon as anything is waited for. */
  openNow(location: ImageLocation): OpenImage | undefined
  /** The same for what takes longer, to be given back by `giveBack` in any case: the short way of `use`. */
  borrow(location: ImageLocation): BorrowedImage | undefined
  giveBack(borrowed: BorrowedImage): void
  /** The next use opens the image anew; what is open is closed as soon as nobody uses it. */
  drop(imageId: string): void
  isOpen(imageId: string): boolean
  state(): { open: number; used: number; bytes: number }
  /** Waits for those who use one. */
  close(): Promise<void>
}

/** An open image that somebody uses; what else it is concerns nobody. */
export interface BorrowedImage {
  readonly open: OpenImage | undefined
}

interface Entry extends BorrowedImage {
  readonly imageId: string
  readonly location: ImageLocation
  readonly opening: Promise<OpenImage>
  readonly controller: AbortController
  open: OpenImage | undefined
  users: number
  lastUse: number
  /** Others don't find it any more. */
  dropped: boolean
}

const MB = 1024 * 1024

export function createOpenSlides(options: OpenSlidesOptions = {}): OpenSlides {
  const { maxCount = 500, maxBytes = 256 * MB, idleMilliseconds = 600_000 } = options
  const { openSource = createSourceOpener() } = options
  /** Least recently used first. */
  const entries = new Map<string, Entry>()
  const unfinished = new Set<Promise<unknown>>()
  let bytes = 0
  let closed = false

  const finish = (work: Promise<unknown>) => {
    unfinished.add(work)
    const over = () => void unfinished.delete(work)
    work.then(over, over)
  }
  const drop = (entry: Entry) => {
    if (entry.dropped) return
    entry.dropped = true
    entries.delete(entry.imageId)
    bytes -= entry.open?.bytes ?? 0
    closeUnused(entry)
  }
  /** A file that fails to close is as closed as it will ever be. */
  const closeUnused = ({ dropped, users, open }: Entry) => {
    if (dropped && users === 0 && open) finish(open.close().catch(() => {}))
  }
  const makeRoom = () => {
    for (const entry of entries.values()) {
      if (entries.size <= maxCount && bytes <= maxBytes) return
      if (entry.users === 0) drop(entry)
    }
  }
  const closeIdle = () => {
    const since = performance.now() - idleMilliseconds
    for (const entry of entries.values()) if (entry.users === 0 && entry.lastUse < since) drop(entry)
  }
  const sweeping = setInterval(closeIdle, Math.min(60_000, Math.max(10, idleMilliseconds / 2)))
  sweeping.unref()

  const begin = (location: ImageLocation): Entry => {
    const controller = new AbortController()
    const opening = openImage(location, controller.signal, openSource)
    const { imageId } = location
    const entry: Entry = {
      imageId,
      location,
      opening,
      controller,
      open: undefined,
      users: 0,
      lastUse: 0,
      dropped: false,
    }
    entries.set(imageId, entry)
    finish(
      opening.then(
        (open) => {
          entry.open = open
          if (!entry.dropped) bytes += open.bytes
          closeUnused(entry)
          makeRoom()
        },
        () => drop(entry),
      ),
    )
    return entry
  }
  /** One that is open from other bytes than the location's is found no more. */
  const findFor = (location: ImageLocation): Entry | undefined => {
    const entry = entries.get(location.imageId)
    if (!entry) return undefined
    if (isSameLocation(entry.location, location)) {
      entry.open?.learn(location)
      return entry
    }
    drop(entry)
    return undefined
  }
  const markUsed = (entry: Entry) => {
    entries.delete(entry.imageId)
    entries.set(entry.imageId, entry)
  }
  const release = (entry: Entry) => {
    entry.users -= 1
    entry.lastUse = performance.now()
    if (entry.users > 0) return
    if (!entry.open) {
      // Everyone who wanted it has gone.
      entry.controller.abort()
      drop(entry)
    }
    closeUnused(entry)
    makeRoom()
  }

  return {
    use: async (location, work, signal) => {
      signal?.throwIfAborted()
      if (closed) throw new Error('The open slides have been closed')
      const entry = findFor(location) ?? begin(location)
      markUsed(entry)
      entry.users += 1
      const using = (async () => {
        try {
          return await work(entry.open ?? (await unlessAborted(entry.opening, signal)))
        } finally {
          release(entry)
        }
      })()
      finish(using)
      return using
    },
    openNow: (location) => {
      const entry = findFor(location)
      if (entry?.open === undefined) return undefined
      markUsed(entry)
      entry.lastUse = performance.now()
      return entry.open
    },
    borrow: (location) => {
      const entry = findFor(location)
      if (entry?.open === undefined) return undefined
      markUsed(entry)
      entry.users += 1
      return entry
    },
    giveBack: (borrowed) => release(borrowed as Entry),
    drop: (imageId) => {
      const entry = entries.get(imageId)
      if (entry) drop(entry)
    },
    isOpen: (imageId) => entries.get(imageId)?.open !== undefined,
    state: () => {
      const used = entries.values().reduce((sum, { users }) => sum + (users > 0 ? 1 : 0), 0)
      return { open: entries.size, used, bytes }
    },
    close: async () => {
      closed = true
      clearInterval(sweeping)
      for (const entry of entries.values()) drop(entry)
      while (unfinished.size > 0) await Promise.allSettled(unfinished)
    },
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
