import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { sampleMemory } from '../support/process-tree.ts'
import type { Stage } from '../support/stage.ts'
import type { QcOrder, QcReport } from './checker.ts'
import { makeQcTiles, writeQcSlide } from './slide.ts'

const size = { width: 100_000, height: 80_000 }
/** Per cent of the slide that is tissue; bars are for the third. */
const shares = [10, 20, 40, 80]
const usualShare = 40
const rounds = 2

interface Measured extends QcReport {
  share: number
  memory: number
}

export const qc: Benchmark = {
  about: 'CPU and memory of checking the quality of a large slide, and whether both follow its tissue',
  run: async (stage) => {
    await stage.requireSpace(200 * bytes.MB)
    const tiles = await makeQcTiles()
    const measured: Measured[] = []
    for (const share of shares) {
      const path = join(stage.folder, `tissue-${share}.svs`)
      await writeQcSlide(path, { ...size, tissue: share }, tiles)
      for (let round = 0; round < rounds; round += 1)
        measured.push({ share, ...(await checkOnce(stage, path)) })
      await rm(path)
      stage.say(`${share} % tissue: ${secondsOf(measured, share).toFixed(1)} seconds of CPU`)
    }
    return { figures: figuresOf(measured) }
  },
}

/** In a process of its own, so that nothing is warm and its memory is that of one check. */
async function checkOnce(stage: Stage, path: string): Promise<Omit<Measured, 'share'>> {
  const checker = startChild<QcOrder, QcReport>(stage, new URL('./checker.ts', import.meta.url))
  const { promise, resolve } = Promise.withResolvers<QcReport>()
  const samples = await sampleMemory(checker.pid, async () => resolve(await checker.ask({ path })), 100)
  await checker.end()
  return { ...(await promise), memory: Math.max(...samples.map((sample) => sample.bytes)) }
}

/** Of all rounds the cheapest: whatever else the machine does only adds to the others. */
const secondsOf = (measured: readonly Measured[], share: number) =>
  Math.min(...measured.filter((each) => each.share === share).map(({ milliseconds }) => milliseconds)) / 1000

function figuresOf(measured: readonly Measured[]): Figure[] {
  const points = shares.map((share) => ({ x: share, y: secondsOf(measured, share) }))
  const line = lineThrough(points)
  const memory = Math.max(...measured.map((each) => each.memory)) / bytes.MB
  return [
    { name: `CPU, ${usualShare} % tissue`, value: secondsOf(measured, usualShare), unit: 's', atMost: 15 },
    { name: 'memory, at most', value: memory, unit: 'MB', atMost: 500 },
    ...points
      .map(({ x, y }) => ({ name: `CPU, ${x} % tissue`, value: y, unit: 's' }))
      .filter((_, index) => shares[index] !== usualShare),
    { name: 'CPU without tissue, by the line', value: line(0), unit: 's' },
    {
      name: 'off the line, at most',
      value: Math.max(...points.map(({ x, y }) => (100 * Math.abs(y - line(x))) / line(x))),
      unit: '%',
      atMost: 15,
    },
    ...shares.map((share) => ({
      name: `tissue found of ${share} %`,
      value: measured.find((each) => each.share === share)?.tissue ?? Number.NaN,
      unit: '%',
    })),
  ]
}

/** The line of least squares. */
function lineThrough(points: readonly { x: number; y: number }[]): (x: number) => number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middleX, middleY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const slope =
    points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0) /
    points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0)
  return (x) => middleY + slope * (x - middleX)
}
