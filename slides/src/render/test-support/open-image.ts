import { openSlide } from '../../open.ts'
import type { SlideImage } from '../../slide.ts'
import { memorySource } from '../../source/memory-source.ts'

/** Opens a file, by path or content, and closes it after its largest image was used. */
export async function withImage(
  file: string | Uint8Array,
  use: (image: SlideImage) => Promise<void>,
): Promise<void> {
  const slide = await openSlide(typeof file === 'string' ? file : memorySource(file))
  try {
    const [image] = slide.images
    if (!image) throw new Error('no image')
    await use(image)
  } finally {
    await slide.close()
  }
}
