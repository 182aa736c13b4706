import type { Benchmark } from '../support/benchmark.ts'
import type { Figure } from '../support/figures.ts'
import { addDetections, measureDetections } from './detections.ts'
import { prepareGround, steps } from './ground.ts'
import { grow } from './seed.ts'
import { measureLists, measureSaving, measureViews } from './server.ts'

const million = 1_000_000

export const annotations: Benchmark = {
  about: `lists and saving with up to ${steps.at(-1)} annotations of an image, and views among a million`,
  run: async (stage) => {
    const annotated = await prepareGround(stage)
    const { owner, ground } = annotated
    const figures: Figure[] = []
    stage.say('With a million detections of a run')
    const runId = await addDetections(stage, annotated, ground, million)
    figures.push(...(await measureDetections(annotated, ground, runId)))
    let there = 0
    for (const count of steps) {
      const label = count.toLocaleString('en')
      stage.say(`With ${label} annotations`)
      await grow(owner, ground, there, count)
      there = count
      figures.push(...(await measureLists(owner, ground, label)))
      figures.push(await measureSaving(annotated, ground, label))
    }
    stage.say('With a million')
    await grow(owner, ground, there, million)
    figures.push(...(await measureViews(annotated, ground, 'A million')))
    return { figures }
  },
}
