import { seeded } from '../../test-support/seeded.ts'
import { createPyramid } from '../create-pyramid.ts'
import { makePicture } from './picture.ts'

// Run by itself: writes a large slide to the path it is given, in rows or at random, and prints its peak memory.
const [path = '', order] = process.argv.slice(2)
const side = 256
const columns = 157
const rows = 118
const pictures = [1, 2, 3, 4, 5].map((seed) => makePicture(side, side, 3, 'u8', seed))
const tiles = Array.from({ length: columns * rows }, (_, i) => i)
if (order === 'random') {
  const random = seeded(9)
  for (let i = tiles.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const swapped = tiles[i] ?? 0
    tiles[i] = tiles[j] ?? 0
    tiles[j] = swapped
  }
}
const writer = await createPyramid(path, {
  width: columns * side,
  height: rows * side,
  pixelType: 'u8',
  samples: 3,
  container: 'bigtiff',
  compression: { kind: 'jpeg' },
})
for (const tile of tiles) {
  const picture = pictures[tile % pictures.length] as (typeof pictures)[number]
  await writer.writeTile(tile % columns, Math.floor(tile / columns), picture)
}
await writer.finish()
process.stdout.write(`${process.resourceUsage().maxRSS}`)
