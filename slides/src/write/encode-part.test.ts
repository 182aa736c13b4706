import { expect, test } from 'vitest'
import { createPyramid } from './create-pyramid.ts'
import { encodePart } from './encode-part.ts'
import { cut, makePicture, paint } from './test-support/picture.ts'
import { readStoredTiles } from './test-support/read-tiles.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { optionsOf, writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()

const storedBytes = async (file: string) =>
  (await readStoredTiles(file)).map((tiles) => tiles.map(({ bytes }) => bytes))

const partTiles = async (...given: Parameters<typeof encodePart>) => {
  const tiles = []
  for await (const tile of encodePart(...given)) tiles.push(tile)
  return tiles
}

test.each([
  ['deflate', 3, 'u8', 3],
  ['deflate', 1, 'u16', 2],
  ['none', 3, 'u16', 1],
  ['jpeg', 3, 'u8', 3],
] as const)(
  '%s of %i × %s: parts of %i levels make the file that pixels make',
  async (kind, samples, pixelType, levels) => {
    const picture = makePicture(301, 227, samples, pixelType)
    const white = pixelType === 'u8' ? 255 : 65535
    paint(picture, [60, 0, 140, 130], samples === 3 ? [white, white, white] : [0])
    const name = `${kind}-${samples}-${pixelType}`
    const options = optionsOf(picture, { container: 'ome-tiff', compression: { kind } })
    const { sharedTiles } = await writePicture(path(`pixels-${name}`), picture, { options })
    expect(sharedTiles).toBeGreaterThan(0)

    const writer = await createPyramid(path(name), { ...options, givenLevels: levels })
    const side = 32 * 2 ** (levels - 1)
    for (let y = Math.ceil(227 / side) - 1; y >= 0; y--) {
      for (let x = 0; x * side < 301; x++) {
        const [width, height] = [Math.min(side, 301 - x * side), Math.min(side, 227 - y * side)]
        const pixels = cut(picture, x * side, y * side, width, height)
        for (const tile of await partTiles(options, { levels, x, y, pixels })) {
          await writer.writeEncodedTile(tile.level, tile.x, tile.y, tile.bytes)
        }
      }
    }
    await writer.finish()
    const ofParts = await storedBytes(path(name))
    const ofPixels = await storedBytes(path(`pixels-${name}`))
    expect(ofParts.map((tiles) => tiles.length)).toEqual([80, 20, 6, 2, 1])
    // What is computed from JPEG tiles differs by what those lost.
    const same = kind === 'jpeg' ? levels : ofPixels.length
    expect(ofParts.slice(0, same)).toEqual(ofPixels.slice(0, same))
  },
)

test('parts that are not there or not of that size are refused', async () => {
  const picture = makePicture(100, 100)
  const options = optionsOf(picture)
  const part = { levels: 2, x: 1, y: 1, pixels: cut(picture, 64, 64, 36, 36) }
  expect((await partTiles(options, part)).map(({ level, x, y }) => `${level}/${x},${y}`)).toEqual([
    ...['0/2,2', '0/3,2', '0/2,3', '0/3,3', '1/1,1'],
  ])
  for (const [wrong, message] of [
    [{ x: 2 }, 'part 2,1: is outside of 100 × 100 pixels'],
    [{ x: 0 }, 'part 0,1: is 36 × 36 pixels, not 64 × 36'],
    [{ levels: 9 }, 'part 1,1: has 9 levels; there are 1 to 2'],
    [{ pixels: { ...part.pixels, samples: 1 } }, 'part 1,1: has 1 samples of u8, not 3 of u8'],
  ] as const) {
    await expect(partTiles(options, { ...part, ...wrong })).rejects.toMatchObject({
      code: 'out_of_range',
      message,
    })
  }
  const wide = { ...options, width: 100_000, compression: { kind: 'jpeg' } as const }
  await expect(partTiles(wide, { ...part, levels: 11 })).rejects.toMatchObject({
    code: 'too_large',
    message: 'part 1,1: has 32768 pixels a side; use fewer levels',
  })
})
