import { addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { type MadeSlides, makeTestSlides } from '../../platform/tiles/test-support/made-slides.ts'
import { openTestApi, type TestApi } from '../test-api.ts'

export interface SlideApi {
  api: TestApi
  made: MadeSlides
  /** Of the first organisation. */
  slide: RealSlide
  close(): Promise<void>
}

/** An api that answers on a port, with a slide to look at. */
export async function openSlideApi(): Promise<SlideApi> {
  const [api, made] = await Promise.all([openTestApi(), makeTestSlides()])
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const slide = await addRealSlide(api.context, api.home.admin.organizationId, made.brightfield)
  return {
    api,
    made,
    slide,
    close: async () => {
      await api.close()
      await made.remove()
    },
  }
}
