import type { ChannelStats } from '@cresyl/contract/slides/images'
import { expectImages } from '../../domain/slides/expect-images.ts'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { completeLevels } from './complete-levels.ts'
import type { Damage } from './damaged-tiles.ts'
import type { DescribeInput, DescribeOutput } from './describe-slide.ts'
import type { DrawInput } from './draw-thumbnails.ts'
import type { EachImage, Outcome } from './each-image.ts'
import { explainDamage, explainWarnings } from './explain-slide-error.ts'
import { keepObject, madePath } from './keep-object.ts'
import type { MeasureInput } from './measure-slide.ts'
import { planLevels, workOf } from './plan-levels.ts'
import { imageName, type KnownImage, locate, type PlacedImage, type Preparation } from './preparation.ts'
import type { SlideDescription } from './slide-description.ts'

/** An image with what was made of it. */
export interface PreparedImage extends PlacedImage {
  readonly thumbnailPath: string | null
  /** Of each channel; null where they could not be measured. */
  readonly stats: readonly ChannelStats[] | null
  /** What whoever looks at it should know; '' where all is well. */
  readonly remark: string
}

export interface PreparedSlide {
  readonly description: SlideDescription
  readonly images: readonly PreparedImage[]
  /** Of an object with what opening the file reads. */
  readonly headerPath: string | null
}

/** Reads a file and makes everything that its slide needs. Nothing of it can be seen yet. */
export async function prepareSlide(given: Preparation): Promise<PreparedSlide> {
  const { slide: description, headerPath } = await open(given)
  const preparation = { ...given, file: { ...given.file, headerPath } }
  const pixels = pixelsToDecode(description)
  given.stages.expect(expectedSeconds(description, pixels, given.file))
  await given.job.price(pixels + given.file.size / hashedBytesAPixel)
  const known = await identify(preparation, description)
  const images = await picture(preparation, await completeLevels(preparation, known), description.warnings)
  return { description, images, headerPath }
}

async function open({ job, context, file, stages, sandbox, describeSource }: Preparation) {
  stages.begin('open')
  const input: DescribeInput = {
    source: await describeSource({ ...file, headerPath: null }),
    size: file.size,
    withHeader: context.storage.kind === 's3' && file.origin === 'upload',
  }
  const { slide, header } = await sandbox<DescribeInput, DescribeOutput>('describe-slide', input)
  if (!header) return { slide, headerPath: null }
  const headerPath = `files/${file.id}/header`
  await keepObject(context, { organizationId: file.organizationId, path: headerPath }, header, job.signal)
  return { slide, headerPath }
}

/** Before anything is stored: objects lie under the ids of images. */
async function identify({ job, file }: Preparation, { images }: SlideDescription): Promise<KnownImage[]> {
  const ids = await job.asSystem((tx) => expectImages(tx, file, images))
  return images.map((image) => {
    const id = ids.get(image.part)
    if (id === undefined) throw new Error(`${image.part} has no id`)
    return { ...image, id }
  })
}

/** Measures and draws what was scanned. */
async function picture(
  preparation: Preparation,
  completed: readonly PlacedImage[],
  warnings: readonly string[],
): Promise<PreparedImage[]> {
  const { job, context, file, stages, sandbox } = preparation
  const { organizationId } = file
  const scanned = completed.filter(({ kind }) => kind === 'source')
  const findAll = () => Promise.all(scanned.map((image) => locate(preparation, image)))
  stages.begin('measure')
  const measured = await sandbox<MeasureInput, EachImage<ChannelStats[]>>('measure-slide', {
    locations: await findAll(),
  })
  stages.begin('draw')
  const stats = measured.map((each) => ('result' in each ? each.result : []))
  const drawn = await sandbox<DrawInput, EachImage<Uint8Array>>('draw-thumbnails', {
    locations: await findAll(),
    stats,
  })
  refuseUnshowable([measured[0], drawn[0]])

  const prepared: PreparedImage[] = []
  for (const image of completed) {
    const index = scanned.findIndex(({ id }) => id === image.id)
    const [values, thumbnail] = [measured[index], drawn[index]]
    for (const failure of failuresOf([values, thumbnail])) job.say(`${imageName(image)}: ${failure}`, 'warn')
    const damage = remarkOn([image.damage, damageOf(values), damageOf(thumbnail)], file)
    // Those of the file stand with its largest image, the first.
    const remark = [...(prepared.length === 0 ? explainWarnings(warnings) : []), damage]
      .filter(Boolean)
      .join(' ')
    if (remark) job.say(`${imageName(image)}: ${remark}`, 'warn')
    const picture = thumbnail && 'result' in thumbnail ? thumbnail.result : null
    const thumbnailPath = picture && madePath(preparation, image.id, 'thumbnail.jpg')
    if (picture && thumbnailPath) {
      await keepObject(context, { organizationId, path: thumbnailPath }, picture, job.signal)
    }
    const stats = values && 'result' in values ? values.result : null
    prepared.push({ ...image, thumbnailPath, stats, remark })
  }
  return prepared
}

type Outcomes = readonly (Outcome<unknown> | undefined)[]

const damageOf = (outcome: Outcome<unknown> | undefined): Damage | null =>
  outcome && 'damage' in outcome ? outcome.damage : null

/** Of the stage that found most of it: each has looked at some level, none at all of them. */
function remarkOn(found: readonly (Damage | null)[], file: Preparation['file']): string {
  const worst = found.reduce((a, b) => ((b?.tiles ?? 0) > (a?.tiles ?? 0) ? b : a), null)
  return worst ? explainDamage(worst, file.origin) : ''
}

/** Each reason once: what can't be measured can't be drawn for the same one. */
const failuresOf = (outcomes: Outcomes): string[] => [
  ...new Set(outcomes.flatMap((each) => (each && 'failure' in each ? [each.failure] : []))),
]

/** A slide of which not even a thumbnail can be made is none that anyone could look at. */
function refuseUnshowable(outcomes: Outcomes): void {
  if (outcomes.every((each) => each && 'failure' in each)) throw new JobFailure(failuresOf(outcomes)[0] ?? '')
}

/** Hashing so many takes as long as decoding a pixel. */
const hashedBytesAPixel = 20

const pixelsToDecode = ({ images }: SlideDescription): number =>
  images
    .filter(({ kind }) => kind === 'source')
    .reduce((sum, image) => sum + workOf(image, planLevels(image)), 0)

/** Roughly: what decoding, measuring and hashing cost on a common machine. */
function expectedSeconds({ images }: SlideDescription, pixels: number, file: Preparation['file']) {
  const scanned = images.filter(({ kind }) => kind === 'source')
  const channels = scanned.reduce((sum, image) => sum + image.channels.length, 0)
  return {
    open: 1,
    levels: pixels / 15e6,
    measure: 1 + channels,
    draw: 1 + channels / 2,
    register: 0.1,
    hash: file.sha256 === null ? file.size / 300e6 : 0,
  }
}
