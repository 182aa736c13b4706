import { createPyramid } from '../create-pyramid.ts'

// Run by itself: writes tiles to the path it is given, says so, and never finishes.
const side = 256
const writer = await createPyramid(process.argv[2] ?? '', {
  width: 64 * side,
  height: 64 * side,
  pixelType: 'u8',
  samples: 1,
  container: 'bigtiff',
  compression: { kind: 'none' },
})
const data = Uint8Array.from({ length: side * side }, (_, i) => i % 251)
for (let tile = 0; tile < 4096; tile++) {
  await writer.writeTile(tile % 64, Math.floor(tile / 64), {
    width: side,
    height: side,
    samples: 1,
    pixelType: 'u8',
    data,
  })
  if (tile === 40) process.stdout.write('writing\n')
}
await new Promise((resolve) => setTimeout(resolve, 60_000))
