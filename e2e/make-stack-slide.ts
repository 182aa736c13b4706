import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSlide } from '../slides/src/index.ts'

// A process of its own, told the folder: loading what draws tissue takes longer than drawing a little of it.
const folder = process.argv[2] ?? ''

// Finer than virtual stains are computed: what comes of it has other pixels than the slide.
const made = await makeSlide(join(folder, 'restained.ome.tiff'), {
  ...{ stain: 'fluorescence', seed: 21, width: 1536, height: 1024, mpp: 0.125 },
})
for (const beside of made.files.slice(1)) await rm(beside, { force: true })
