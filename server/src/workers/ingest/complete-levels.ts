import { join } from 'node:path'
import { headerOf } from '../../platform/tiles/describe-source.ts'
import { keepObject, madePath } from './keep-object.ts'
import type { MakeInput, MakeOutput } from './make-levels.ts'
import { type LevelPlan, planLevels, workOf } from './plan-levels.ts'
import { imageName, type KnownImage, locate, type PlacedImage, type Preparation } from './preparation.ts'
import type { Stages } from './stages.ts'

/** Makes and stores the levels that images lack. */
export async function completeLevels(
  preparation: Preparation,
  images: readonly KnownImage[],
): Promise<PlacedImage[]> {
  const { job, stages } = preparation
  const planned = images.map(planImage)
  const total = planned.reduce((sum, { work }) => sum + work, 0)
  if (total > 0) stages.begin('levels')
  const completed: PlacedImage[] = []
  let before = 0
  for (const { image, plan, work } of planned) {
    if (plan.make === 'impossible') job.say(`${imageName(image)} is shown as it is: ${plan.reason}.`, 'warn')
    if (plan.make === 'levels' || plan.make === 'pyramid') {
      const done = before
      const progress: Stages['progress'] = (some, all) => stages.progress(done + (some / all) * work, total)
      completed.push(await makeMissing(preparation, image, { plan, work, progress }))
      before += work
    } else {
      completed.push(image)
    }
  }
  return completed
}

/** As it is in the file; label, macro and thumbnail are small enough. */
function planImage(known: KnownImage) {
  const image: PlacedImage = { ...known, path: null, levelsPath: null, firstMadeLevel: null, damage: null }
  const plan: LevelPlan = known.kind === 'source' ? planLevels(known) : { make: 'nothing' }
  return { image, plan, work: workOf(known, plan) }
}

async function makeMissing(
  preparation: Preparation,
  image: PlacedImage,
  making: { plan: MakeInput['plan']; work: number; progress: Stages['progress'] },
): Promise<PlacedImage> {
  const { job, context, file, sandbox, folder } = preparation
  const { plan, work: pixels, progress } = making
  const news = () => locate(preparation, image)
  const input: MakeInput = {
    location: await news(),
    plan,
    path: join(folder, image.id),
    withHeader: context.storage.kind === 's3',
  }
  const options = { work: { pixels, bytes: file.size }, progress, news }
  const made = await sandbox<MakeInput, MakeOutput>('make-levels', input, options)
  const { levels, samples, damage, header } = made
  const { organizationId } = file
  const path = madePath(preparation, image.id, `${plan.make}.tiff`)
  await keepObject(context, { organizationId, path }, input.path, job.signal)
  if (header) await keepObject(context, { organizationId, path: headerOf(path) }, header, job.signal)
  if (plan.make === 'pyramid') return { ...image, levels, samples, damage, path }
  return { ...image, levels, damage, levelsPath: path, firstMadeLevel: plan.firstLevel }
}
