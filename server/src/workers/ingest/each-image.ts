import { SlideError, type SlideImage } from '@cresyl/slides'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { type ImageLocation, openImage } from '../../platform/tiles/image-location.ts'
import { type Damage, tolerateDamage } from './damaged-tiles.ts'
import { explainSlideError, originOf } from './explain-slide-error.ts'

/** What came of an image, and which of its tiles had to be left out; or why nothing did. */
export type Outcome<Result> =
  | { readonly result: Result; readonly damage: Damage | null }
  | { readonly failure: string }

export type EachImage<Result> = readonly Outcome<Result>[]

type Tell = (done: number, total: number) => void

/**
 * Does the same to each image. Of one that is damaged here and there the rest is used; one that can't be decoded
 * leaves the others theirs; bytes that can't be read do not.
 */
export async function eachImage<Result>(
  locations: readonly ImageLocation[],
  { progress, damaged }: { progress: Tell; damaged: Parameters<typeof tolerateDamage>[1] },
  work: (image: SlideImage, tell: Tell, index: number) => Promise<Result>,
): Promise<EachImage<Result>> {
  const outcomes: Outcome<Result>[] = []
  for (const [index, location] of locations.entries()) {
    const tell: Tell = (done, total) => progress(index + done / total, locations.length)
    const attempted = attempt(location, async (whole) => {
      const { image, damage } = tolerateDamage(whole, damaged)
      return { result: await work(image, tell, index), damage: damage() }
    })
    outcomes.push(await attempted)
  }
  return outcomes
}

async function attempt<Result>(
  location: ImageLocation,
  work: (image: SlideImage) => Promise<Outcome<Result>>,
): Promise<Outcome<Result>> {
  try {
    const open = await openImage(location)
    try {
      return await work(open.image)
    } finally {
      await open.close()
    }
  } catch (error) {
    const failure = explainSlideError(error, originOf(location.source))
    if (!(error instanceof SlideError && failure instanceof JobFailure) || failure.retry) throw failure
    return { failure: failure.message }
  }
}
