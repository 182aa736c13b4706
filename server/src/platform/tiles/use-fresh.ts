import { SlideError } from '@cresyl/slides'
import type { ImageLocation, OpenImage } from './image-location.ts'
import type { OpenSlides } from './open-slides.ts'

/**
 * Like `use`, but what is open may have become unreadable, such as by an address that has expired or a file that was
 * replaced: then it is opened anew, once.
 */
export async function useFresh<T>(
  slides: OpenSlides,
  location: ImageLocation,
  work: (open: OpenImage) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const wasOpen = slides.isOpen(location.imageId)
  let used: OpenImage | undefined
  const use = (open: OpenImage) => {
    used = open
    return work(open)
  }
  try {
    return await slides.use(location, use, signal)
  } catch (error) {
    if (!wasOpen || used === undefined || !(await isOutdated(used, error))) throw error
    slides.drop(location.imageId)
    return slides.use(location, work, signal)
  }
}

/** Whether the error of an open image may be none of what lies there now. */
export async function isOutdated(open: Pick<OpenImage, 'isStale'>, error: unknown): Promise<boolean> {
  return error instanceof SlideError && (error.code === 'unreadable' || (await open.isStale()))
}
