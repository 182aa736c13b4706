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
  try {
    return await slides.use(location, work, signal)
  } catch (error) {
    if (!(wasOpen && error instanceof SlideError && error.code === 'unreadable')) throw error
    slides.drop(location.imageId)
    return slides.use(location, work, signal)
  }
}
