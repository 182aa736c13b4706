import { openSlide } from '../../open.ts'
import type { Slide, SlideImage } from '../../slide.ts'

// The writer knows no reader; its tests read back what it wrote.
export { openSlide } from '../../open.ts'
export { find, findAll, parseXml } from '../../xml/parse-xml.ts'

/** Opens a file as long as `use` takes; hands over its first image too. */
export async function withSlide(
  path: string,
  use: (image: SlideImage, slide: Slide) => Promise<void>,
): Promise<void> {
  const slide = await openSlide(path)
  try {
    const [image] = slide.images
    if (!image) throw new Error('has no image')
    await use(image, slide)
  } finally {
    await slide.close()
  }
}
