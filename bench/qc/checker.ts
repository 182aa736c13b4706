import { checkQuality } from '../../analysis/src/qc/check-quality.ts'
import { openSlide, type SlideImage } from '../../slides/src/index.ts'
import { takeOrders } from '../support/child.ts'
import { processorOf } from '../support/processor.ts'

export interface QcOrder {
  path: string
}

export interface QcReport {
  /** CPU of the check. */
  milliseconds: number
  /** Per cent of the slide that was found to be tissue. */
  tissue: number
}

takeOrders(async ({ path }: QcOrder): Promise<QcReport> => {
  const slide = await openSlide(path)
  let tissue = Number.NaN
  const milliseconds = await processorOf(async () => {
    const { measurements } = await checkQuality(slide.images[0] as SlideImage)
    tissue = measurements.find(({ key }) => key === 'tissue')?.value ?? Number.NaN
  })
  await slide.close()
  return { milliseconds, tissue }
})
