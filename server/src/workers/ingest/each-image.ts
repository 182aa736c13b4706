import { SlideError, type SlideImage } from '@cresyl/slides'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { type ImageLocation, openImage } from '../../platform/tiles/image-location.ts'
import { explainSlideError } from './explain-slide-error.ts'

/** Of each image what came of it, or why nothing did. */
export type EachImage<Result> = readonly ({ readonly result: Result } | { readonly failure: string })[]

type Tell = (done: number, total: number) => void

/** Does the same to each image. One that can't be decoded leaves the others theirs; bytes that can't be read do not. */
export async function eachImage<Result>(
  locations: readonly ImageLocation[],
  progress: Tell,
  work: (image: SlideImage, tell: Tell, index: number) => Promise<Result>,
): Promise<EachImage<Result>> {
  const outcomes: ({ result: Result } | { failure: string })[] = []
  for (const [index, location] of locations.entries()) {
    const tell: Tell = (done, total) => progress(index + done / total, locations.length)
    outcomes.push(await attempt(location, (image) => work(image, tell, index)))
  }
  return outcomes
}

async function attempt<Result>(location: ImageLocation, work: (image: SlideImage) => Promise<Result>) {
  try {
    const open = await openImage(location)
    try {
      return { result: await work(open.image) }
    } finally {
      await open.close()
    }
  } catch (error) {
    const failure = explainSlideError(error)
    if (!(error instanceof SlideError && failure instanceof JobFailure) || failure.retry) throw failure
    return { failure: failure.message }
  }
}
