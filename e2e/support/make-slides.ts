import { rm } from 'node:fs/promises'
import { makeSlide } from '../../slides/src/index.ts'

/** What this program is told, as JSON in its only argument. */
export interface SlidesToMake {
  paths: string[]
  seed: number
  side: number
}

// A process of its own, for all of them: loading what draws tissue takes longer than drawing a little of it.
const { paths, seed, side }: SlidesToMake = JSON.parse(process.argv[2] ?? '')
for (const [at, path] of paths.entries()) {
  const made = await makeSlide(path, { stain: 'he', seed: seed + at, width: side, height: side })
  for (const beside of made.files.slice(1)) await rm(beside, { force: true })
}
